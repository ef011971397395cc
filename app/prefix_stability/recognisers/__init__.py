"""One module for each kind of cause: how it is recognised, and what is told of it.

A recogniser looks at one edit of a `Difference` and answers with what it found and the edits that this explains,
or with None. They are asked in the order of `messages_and_system`, so the most specific wins.
"""

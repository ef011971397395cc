"""Calls that nobody captured: transcripts and tracing tools tell of them, and the request is what must have
been sent."""

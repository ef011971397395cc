"""The command line: one module a verb, which parses, asks `app.analysis` and prints."""

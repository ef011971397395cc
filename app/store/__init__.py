"""The database: the only home of SQL and of sqlite-utils.

It stores what logs hold and hands it out as typed rows. It knows no idea: which request continues which and
why a prompt went cold is worked out elsewhere and kept here as opaque rows.
"""

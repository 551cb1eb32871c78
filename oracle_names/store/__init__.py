"""The database: the only part that touches SQLite.

`schema` holds the tables, `writer` fills a new file and swaps it in, `reader` answers look-ups.
They are imported one by one: reading must not pay for what only writing needs.
"""

"""The Board: pages for the human who owns the agents (behaviour 6).

A request goes from `app` through `visits` to a function of the database, and its rows through
`words` and `charts` into a template. `live` sends what changes meanwhile.
"""

"""What the jobs of campaigns do: one module per verb.

Each is a function of JSON values that returns a JSON value, so that it can run in any process on any machine
and its result can be stored.
"""

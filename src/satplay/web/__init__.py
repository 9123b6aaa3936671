"""The browser application: pages, and the verbs over HTTP.

``application``  the application, put together; ``serve`` starts it
``settings``     limits and addresses
``security``     what is checked of every request before any route sees it
``answers``      errors as JSON, and their status
``jobs``         work that needs an engine, in worker processes; ``job_routes``
``verb_routes``  the verbs: ``POST /api/VERB/SUBJECT``; ``verb_operations`` finds them, ``verb_options`` are
                 the fields of requests; workers run ``verb_tasks``, ``game_tasks`` and ``proof_tasks``
``play``         a match as JSON, from record to record; ``play_routes``
``board_tasks``  hints, checks, explanations and clauses of a match, for workers
``exports``      pictures, texts and booklets; ``share_routes`` links and QR codes
``pages``        the pages, their scripts and styles, the scripts of puzzle folders

The server process never encodes or solves.
"""

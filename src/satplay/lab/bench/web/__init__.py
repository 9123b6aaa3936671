"""``satplay bench web``: pages, inputs, hints and many players, beside the goals of the application."""

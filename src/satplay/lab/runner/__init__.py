"""Running experiments: jobs in child processes, results in the store."""

"""What an experiment has found, as text, tables, figures and pages."""

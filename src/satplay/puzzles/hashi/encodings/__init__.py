"""The encodings of Hashi by name, the default first."""

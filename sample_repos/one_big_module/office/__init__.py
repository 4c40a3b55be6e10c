"""Software of a small office."""

"""How things are written down: compressed bytes, JSON and YAML as found, HTTP, times, messages. No format, no
provider."""

"""A trace, an answer or a picture made visible; all escaping happens here."""

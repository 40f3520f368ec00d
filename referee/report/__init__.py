"""Writers of traces, answers and pictures; all escaping happens here."""

"""The referee as a static site: the folder that `referee site` builds, and what its page asks in a browser's Python.

The pages, their script and their style are in `site/` beside the package; no rule is in either.
"""

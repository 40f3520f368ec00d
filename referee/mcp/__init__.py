"""The referee as tools of an assistant, by the Model Context Protocol: each tool calls what a command calls.

No rule belongs here, and nothing that a command does not do too; only `server.py` knows the SDK.
"""

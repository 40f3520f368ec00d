"""What users give, opened: documents, the states, orders and questions in them, and where their dice come from.

Rules are applied in core and the games; what the commands and the API share in front of that belongs here.
"""

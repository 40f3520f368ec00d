"""The work of the referee on what is opened: check, adjudicate, prove, show and cite, for the API and the commands.

How documents are opened belongs to `opening`, how results are printed to `report`.
"""

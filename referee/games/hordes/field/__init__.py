"""The table as geometry: bases, terrain, contact, groups, paths and lines of sight.

No dice, PIPs or outcomes belong here.
"""

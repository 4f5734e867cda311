"""Paper: the rule sheet as a PDF of one or two pages, and board, wheel and pieces to cut out."""

from crowned.print.leaflet import leaflet

__all__ = ["leaflet"]

# SPDX-License-Identifier: Apache-2.0
"""Reads schemas/ and writes every table of the program. rows.py checks rows by a description of their columns; a module
a schema has those descriptions, and write_*.py what is made of the rows. The standard library alone."""

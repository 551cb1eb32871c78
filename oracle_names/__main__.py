"""`python -m oracle_names`."""

from oracle_names.cli import main

main()

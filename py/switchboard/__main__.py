"""``python -m switchboard``: the same as the command ``switchboard``."""

from switchboard.cli import main

if __name__ == "__main__":
    main()

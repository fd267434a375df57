import argparse
import sys

from todo import commands, store
from todo.errors import TodoError


def main(arguments):
    options = parser().parse_args(arguments)
    try:
        options.run(options)
    except TodoError as error:
        print(f"todo: {error}", file=sys.stderr)
        return 1
    return 0


def parser():
    top = argparse.ArgumentParser(prog="todo")
    subparsers = top.add_subparsers(required=True, metavar="command")
    add = subparsers.add_parser("add", help="add an item")
    add.add_argument("text", nargs="+")
    add.set_defaults(run=run_add)
    listing = subparsers.add_parser("list", help="show what is to be done")
    listing.set_defaults(run=run_list)
    done = subparsers.add_parser("done", help="mark an item as done")
    done.add_argument("id", type=int)
    done.set_defaults(run=run_done)
    return top


def run_add(options):
    file = store.default_file()
    items = store.load(file)
    item = commands.add(items, " ".join(options.text))
    store.save(file, items)
    print(item.id)


def run_list(options):
    for item in store.load(store.default_file()):
        if not item.done:
            print(commands.show(item))


def run_done(options):
    file = store.default_file()
    items = store.load(file)
    commands.done(items, options.id)
    store.save(file, items)

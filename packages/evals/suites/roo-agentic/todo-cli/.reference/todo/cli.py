import argparse
import datetime
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
    add.add_argument("--due", type=date, metavar="YYYY-MM-DD")
    add.set_defaults(run=run_add)
    listing = subparsers.add_parser("list", help="show what is to be done")
    listing.add_argument("--all", action="store_true", help="show what is done, too")
    listing.add_argument("--due-before", type=date, metavar="YYYY-MM-DD")
    listing.set_defaults(run=run_list)
    done = subparsers.add_parser("done", help="mark items as done")
    done.add_argument("ids", type=int, nargs="+", metavar="id")
    done.set_defaults(run=run_done)
    export = subparsers.add_parser("export", help="print all items as CSV")
    export.add_argument("--output", metavar="FILE")
    export.add_argument("--force", action="store_true", help="replace the file")
    export.set_defaults(run=run_export)
    return top


def date(text):
    parsed = datetime.datetime.strptime(text, "%Y-%m-%d").date().isoformat()
    if parsed != text:
        raise ValueError(text)
    return parsed


def run_add(options):
    file = store.default_file()
    items = store.load(file)
    item = commands.add(items, " ".join(options.text), options.due)
    store.save(file, items)
    print(item.id)


def run_list(options):
    items = store.load(store.default_file())
    for item in commands.listed(items, options.all, options.due_before):
        print(commands.show(item))


def run_done(options):
    file = store.default_file()
    items = store.load(file)
    commands.done(items, options.ids)
    store.save(file, items)


def run_export(options):
    text = commands.to_csv(store.load(store.default_file()))
    if options.output is None:
        sys.stdout.write(text)
        return
    try:
        with open(options.output, "w" if options.force else "x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError:
        raise TodoError(f"{options.output} is there already; --force replaces it")
    except OSError as error:
        raise TodoError(f"{options.output} cannot be written: {error.strerror}")

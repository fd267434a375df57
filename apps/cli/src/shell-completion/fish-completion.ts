import { type CommandHelp, choicesOf, type FlagHelp, takesPath } from "../help/command-help.ts";
import { type CommandPath, everyCommand } from "../help/command-tree.ts";

export function fishCompletion(commands: readonly CommandHelp[]): string {
  const all = everyCommand(commands);
  const paths = all.filter(({ path }) => path.length > 0).map(({ path }) => quoted(path.join(" ")));
  return `# fish completion for roo, printed by: roo completion fish
set -g __roo_commands ${paths.join(" ")}

function __roo_at --description 'Whether the command line is at this command'
    set -l command ''
    for word in (commandline -opc)[2..]
        set -l next (string trim -- "$command $word")
        contains -- "$next" $__roo_commands; or break
        set command $next
    end
    test "$command" = "$argv[1]"
end

complete -c roo -e
${all.flatMap(linesOf).join("\n")}
`;
}

function linesOf({ path, help }: CommandPath): string[] {
  const start = `complete -c roo -n ${quoted(`__roo_at ${quoted(path.join(" "))}`)}`;
  const subcommands = help.commands.map(({ name, summary }) => `${start} -f -a ${name} -d ${quoted(summary)}`);
  const flags = [...help.flags, { name: "help", about: "show this help" }];
  return [...subcommands, ...flags.map((flag) => `${start} ${flagOptions(flag)} -d ${quoted(flag.about)}`)];
}

function flagOptions(flag: FlagHelp): string {
  if (flag.placeholder === undefined) return `-l ${flag.name}`;
  const choices = choicesOf(flag);
  if (choices) return `-l ${flag.name} -x -a ${quoted(choices.join(" "))}`;
  return takesPath(flag) ? `-l ${flag.name} -r -F` : `-l ${flag.name} -x`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`)}'`;
}

import { type CommandHelp, choicesOf, type FlagHelp, takesPath } from "../help/command-help.ts";
import { type CommandPath, everyCommand } from "../help/command-tree.ts";

export function zshCompletion(commands: readonly CommandHelp[]): string {
  const all = everyCommand(commands);
  const paths = all.filter(({ path }) => path.length > 0).map(({ path }) => quoted(path.join(" ")));
  return `#compdef roo
# zsh completion for roo, printed by: roo completion zsh
_roo() {
  local command="" next
  while (( CURRENT > 2 )); do
    next="\${command:+$command }$words[2]"
    case "$next" in
      ${paths.join("|")}) command="$next"; shift words; (( CURRENT-- )) ;;
      *) break ;;
    esac
  done
  local -a subcommands
  case "$command" in
${all.map(caseOf).join("\n")}
  esac
}
if [ "$funcstack[1]" = "_roo" ]; then _roo "$@"; else compdef _roo roo; fi
`;
}

function caseOf({ path, help }: CommandPath): string {
  const specs = [...help.flags, { name: "help", about: "show this help" }].map((flag) => quoted(flagSpec(flag)));
  const args = help.commands.length === 0 ? [...specs, quoted("*:file:_files")] : specs;
  const lines = [`    ${quoted(path.join(" "))})`];
  if (help.commands.length > 0) {
    const list = help.commands.map(({ name, summary }) => quoted(`${name}:${summary}`));
    lines.push(
      `      subcommands=(${list.join(" ")})`,
      `      if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then _describe 'command' subcommands; return; fi`,
    );
  }
  return [...lines, `      _arguments ${args.join(" ")} ;;`].join("\n");
}

function flagSpec(flag: FlagHelp): string {
  const about = flag.about.replaceAll(/[[\]:\\]/g, String.raw`\$&`);
  if (flag.placeholder === undefined) return `--${flag.name}[${about}]`;
  const choices = choicesOf(flag);
  const action = choices ? `(${choices.join(" ")})` : takesPath(flag) ? "_files" : " ";
  return `--${flag.name}[${about}]:${flag.placeholder.replaceAll(":", String.raw`\:`)}:${action}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

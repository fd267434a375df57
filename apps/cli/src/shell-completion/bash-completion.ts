import { type CommandHelp, choicesOf } from "../help/command-help.ts";
import { everyCommand } from "../help/command-tree.ts";

/** Works in bash 3.2, which macOS has. Where nothing is offered, bash completes file names. */
export function bashCompletion(commands: readonly CommandHelp[]): string {
  const all = everyCommand(commands);
  const paths = all.filter(({ path }) => path.length > 0).map(({ path }) => `"${path.join(" ")}"`);
  const words = all.map(({ path, help }) => {
    const flags = [...help.flags.map(({ name }) => `--${name}`), "--help"];
    return `    "${path.join(" ")}") commands="${help.commands.map(({ name }) => name).join(" ")}" flags="${flags.join(" ")}" ;;`;
  });
  return `# bash completion for roo, printed by: roo completion bash
_roo() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" word commands flags values=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${command:+$command }$word" in
      ${paths.join("|")}) command="\${command:+$command }$word" ;;
      *) break ;;
    esac
  done
  case "$command" in
${words.join("\n")}
  esac
  case "$command $previous" in
${all.flatMap(({ path, help }) => valueCases(path, help)).join("\n")}
  esac
  if [ -n "$values" ]; then COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [[ $current == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [[ $previous == -* ]] || [ -z "$commands" ]; then COMPREPLY=()
  else COMPREPLY=($(compgen -W "$commands" -- "$current"))
  fi
}
complete -o default -F _roo roo
`;
}

function valueCases(path: readonly string[], { flags }: CommandHelp): string[] {
  return flags.flatMap((flag) => {
    const choices = choicesOf(flag);
    return choices ? [`    "${path.join(" ")} --${flag.name}") values="${choices.join(" ")}" ;;`] : [];
  });
}

import { RooError } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { commandTree } from "../help/command-tree.ts";
import { bashCompletion } from "../shell-completion/bash-completion.ts";
import { fishCompletion } from "../shell-completion/fish-completion.ts";
import { zshCompletion } from "../shell-completion/zsh-completion.ts";

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

const commandLine = {
  usage: "roo completion bash|zsh|fish",
  about: `Print a script that completes roo's commands and flags. Save it once, then open a new shell:

  roo completion bash > ~/.local/share/bash-completion/completions/roo
  roo completion zsh  > ~/.zfunc/_roo     (a folder in $fpath, before compinit)
  roo completion fish > ~/.config/fish/completions/roo.fish`,
  flags: {},
  positionals: { min: 1, max: 1 },
};

export async function completion(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const shell = parsed.positionals[0] ?? "";
  if (!isShell(shell))
    throw new RooError({
      code: "wrong_usage",
      message: `There is no completion for ${shell}.`,
      next: "roo completion bash|zsh|fish",
    });
  process.stdout.write(shells[shell](commandTree));
  return 0;
}

function isShell(name: string): name is keyof typeof shells {
  return Object.hasOwn(shells, name);
}

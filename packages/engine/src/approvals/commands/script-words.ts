/** Only searching, replacing, printing and deleting of lines: no command of sed that writes or runs. */
const plainSed =
  /^(\d+|\$|\/(?:[^/\\\n]|\\.)*\/)?(,(\d+|\+\d+|\$|\/(?:[^/\\\n]|\\.)*\/))?!?([pdqQ=]|s([/|#,:])(?:(?!\5)[^\\\n]|\\.)*\5(?:(?!\5)[^\\\n]|\\.)*\5[gpiI\d]*)$/;

const sedOptions = /^(-[nErsuz]+|--(quiet|silent|regexp-extended|separate|unbuffered|null-data|posix|debug))$/;

/** The first operand is the script, unless `-e` gave one; names of files follow. */
export function whyNotSed(values: readonly (string | undefined)[], named: number): string | undefined {
  const reason = "sed can write files and run commands";
  let hasScript = false;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    const isOption = value?.startsWith("-") === true;
    if (index < named) hasScript ||= !isOption;
    if (index < named || (value !== undefined && sedOptions.test(value))) continue;
    const isExpression = value === "-e" || value === "--expression";
    if (!isExpression && hasScript) {
      if (isOption) return reason;
      continue;
    }
    if (isExpression) index += 1;
    if (!isPlainSed(values[index])) return reason;
    hasScript = true;
  }
  return undefined;
}

function isPlainSed(script: string | undefined): boolean {
  return script?.split(";").every((command) => plainSed.test(command.trim())) ?? false;
}

/** A second operand is a file that it writes. */
export function whyNotUniq(values: readonly (string | undefined)[], named: number): string | undefined {
  if (named === values.length) return undefined;
  const operands = values.filter((value) => value === undefined || value === "--" || !value.startsWith("-"));
  const isOne = operands.length <= 1 && !operands.includes(undefined) && !operands.includes("--");
  return isOne ? undefined : "uniq writes to its second operand";
}

/** awk has a whole language, of which nothing that reaches out may be there. */
export function whyNotAwk(value: string): string | undefined {
  return /system|getline|close|[|>@`]|ENVIRON|printf?\s*\(?.*>/.test(value)
    ? "awk can write files and run commands"
    : undefined;
}

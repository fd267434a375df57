/** sed commands that search, replace, print or delete lines; none that write files or run programs. */
const plainSed =
  /^(\d+|\$|\/(?:[^/\\\n]|\\.)*\/)?(,(\d+|\+\d+|\$|\/(?:[^/\\\n]|\\.)*\/))?!?([pdqQ=]|s([/|#,:])(?:(?!\5)[^\\\n]|\\.)*\5(?:(?!\5)[^\\\n]|\\.)*\5[gpiI\d]*)$/;

const sedOptions = /^(-[nErsuz]+|--(quiet|silent|regexp-extended|separate|unbuffered|null-data|posix|debug))$/;

/** The first operand is the script, unless `-e` gives one; file names follow. */
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

/** uniq writes to its second operand. */
export function whyNotUniq(values: readonly (string | undefined)[], named: number): string | undefined {
  if (named === values.length) return undefined;
  const operands = values.filter((value) => value === undefined || value === "--" || !value.startsWith("-"));
  const isOne = operands.length <= 1 && !operands.includes(undefined) && !operands.includes("--");
  return isOne ? undefined : "uniq writes to its second operand";
}

/** Whether an awk program uses anything that writes files or runs commands. */
export function whyNotAwk(value: string): string | undefined {
  return /system|getline|close|[|>@`]|ENVIRON|printf?\s*\(?.*>/.test(value)
    ? "awk can write files and run commands"
    : undefined;
}

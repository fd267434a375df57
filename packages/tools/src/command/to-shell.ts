/** `bash -lc "…"` becomes its script; other lists are quoted so that a shell splits them the same way. */
export function toShell(argv: readonly unknown[]): string {
  const [program, flag, script] = argv.map(String);
  const isShell = /^(?:\/\S*\/)?(?:ba|z|da)?sh$/.test(program ?? "") && /^-l?i?c$/.test(flag ?? "");
  if (isShell && script !== undefined && argv.length === 3) return script;
  if (argv.length === 1) return String(argv[0]);
  return argv.map((word) => quote(String(word))).join(" ");
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

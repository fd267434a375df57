/** How this program is started again. */
export function ownCommand(): readonly string[] {
  return [process.execPath, ...process.execArgv, process.argv[1] ?? ""];
}

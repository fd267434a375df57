/** Commands that destroy what no edit tool could bring back. Judged on the whole text: rather one question too many. */
const destructivePatterns: readonly RegExp[] = [
  /\brm\b[^;&|]*\s-(-recursive|[a-z]*r)/i,
  /\bfind\b[^;&|]*\s-delete\b/,
  /\bgit\b[^;&|]*\b(clean|reset\s+--hard|push\b[^;&|]*(--force|\s-f\b)|checkout\s+(--\s+)?\.|restore\s+\.|filter-branch|update-ref\s+-d|reflog\s+expire)/,
  /\b(mkfs(\.\w+)?|shred|wipefs|fdisk|parted)\b/,
  /\bdd\b[^;&|]*\bof=/,
  /\b(shutdown|reboot|halt|poweroff)\b/,
  /\b(chmod|chown)\b[^;&|]*\s-(-recursive|[a-z]*R)/,
  />\s*\/dev\/(sd|nvme|vd|disk|mem)/,
  /\b(drop\s+(database|schema|table)|truncate\s+table)\b/i,
];

export function isDestructiveCommand(command: string): boolean {
  return destructivePatterns.some((pattern) => pattern.test(command));
}

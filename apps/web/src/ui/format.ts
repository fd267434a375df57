const money = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumFractionDigits: 2 });
const smallMoney = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumFractionDigits: 4 });
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

export function formatCost(dollars: number): string {
  return dollars !== 0 && Math.abs(dollars) < 0.1 ? smallMoney.format(dollars) : money.format(dollars);
}

export function formatCount(count: number): string {
  return compact.format(count);
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ["KB", "MB", "GB", "TB"];
  const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power - 1]}`;
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

const steps = [
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3600 },
  { unit: "minute", seconds: 60 },
] as const;

/** "5 min. ago", or the date if it is more than a month ago. */
export function formatAge(at: string, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1000;
  if (Math.abs(seconds) > 30 * 86_400) return new Date(at).toLocaleDateString("en", { dateStyle: "medium" });
  const step = steps.find((each) => Math.abs(seconds) >= each.seconds);
  return step ? relative.format(Math.round(seconds / step.seconds), step.unit) : "just now";
}

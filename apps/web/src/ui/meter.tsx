import { clsx } from "clsx";
import type { Tone } from "./badge.tsx";

const fills: Record<Tone, string> = {
  neutral: "bg-ink-3",
  accent: "bg-accent",
  ok: "bg-ok",
  warn: "bg-warn",
  bad: "bg-bad",
};

interface MeterProps {
  readonly label: string;
  /** 0 to 1. */
  readonly share: number;
  readonly tone?: Tone;
  readonly className?: string;
}

export function Meter({ label, share, tone = "accent", className }: MeterProps) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={clsx("h-1.5 overflow-hidden rounded-full bg-line", className)}
    >
      <div className={clsx("h-full rounded-full", fills[tone])} style={{ width: `${percent}%` }} />
    </div>
  );
}

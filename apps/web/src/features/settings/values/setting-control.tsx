import { useEffect, useState } from "react";
import { Input, NativeSelect, TextArea } from "../../../ui/field.tsx";
import { Switch } from "../../../ui/switch.tsx";
import type { SettingForm } from "./setting-form.ts";

export interface SettingControlProps {
  readonly form: SettingForm | undefined;
  readonly label: string;
  readonly value: unknown;
  readonly isDisabled: boolean;
  /** null takes the value out. */
  readonly onWrite: (value: unknown) => void;
}

export function SettingControl({ form, label, value, isDisabled, onWrite }: SettingControlProps) {
  if (!form) return <Shown value={value} />;
  switch (form.type) {
    case "flag":
      return <Switch label={label} checked={value === true} disabled={isDisabled} onChange={onWrite} />;
    case "choice":
      return (
        <NativeSelect
          aria-label={label}
          value={typeof value === "string" ? value : ""}
          disabled={isDisabled}
          onChange={({ target }) => onWrite(target.value || null)}
        >
          <option value="">default</option>
          {form.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </NativeSelect>
      );
    case "number":
      return (
        <Written
          label={label}
          text={typeof value === "number" ? String(value) : ""}
          type="number"
          isDisabled={isDisabled}
          onWrite={(text) => onWrite(text === "" ? null : Number(text))}
        />
      );
    case "text":
      return (
        <Written
          label={label}
          text={typeof value === "string" ? value : ""}
          type="text"
          isDisabled={isDisabled}
          onWrite={(text) => onWrite(text === "" ? null : text)}
        />
      );
    case "lines":
      return (
        <Written
          label={`${label}, one per line`}
          text={Array.isArray(value) ? value.join("\n") : ""}
          type="lines"
          isDisabled={isDisabled}
          onWrite={(text) => onWrite(linesOf(text))}
        />
      );
  }
}

interface WrittenProps {
  readonly label: string;
  readonly text: string;
  readonly type: "text" | "number" | "lines";
  readonly isDisabled: boolean;
  readonly onWrite: (text: string) => void;
}

/** Kept when it is left, or with Enter: not with every letter. */
function Written({ label, text, type, isDisabled, onWrite }: WrittenProps) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const keep = () => {
    if (typed !== text) onWrite(typed);
  };
  const shared = { "aria-label": label, value: typed, disabled: isDisabled, onBlur: keep, placeholder: "not set" };
  if (type === "lines") return <TextArea {...shared} rows={2} onChange={({ target }) => setTyped(target.value)} />;
  return (
    <Input
      {...shared}
      type={type}
      step="any"
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={({ key }) => key === "Enter" && keep()}
    />
  );
}

function Shown({ value }: { readonly value: unknown }) {
  if (value === undefined) return <span className="text-xs text-ink-3">not set</span>;
  return (
    <pre className="max-h-32 overflow-auto rounded-md bg-sunken p-2 font-mono text-xs">
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}

function linesOf(text: string): string[] | null {
  const lines = text.split("\n").flatMap((line) => line.trim() || []);
  return lines.length > 0 ? lines : null;
}

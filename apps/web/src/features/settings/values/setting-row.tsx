import type { ApiSetting } from "@roo-code/types/api";
import { RotateCcw } from "lucide-react";
import { useEffect, useState } from "react";
import { Input, NativeSelect, TextArea } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { isFixed, OriginBadge } from "./origin-badge.tsx";
import type { DescribedSetting, SettingForm } from "./setting-form.ts";
import { useChangeSettings, type WritableLayer } from "./use-settings.ts";

interface SettingRowProps {
  readonly workspaceId: string;
  readonly described: DescribedSetting;
  readonly setting: ApiSetting | undefined;
  /** Where a change is saved. */
  readonly layer: WritableLayer;
  /** Shown instead of the key. */
  readonly title?: string | undefined;
}

/** One setting: description, value, origin, and a control to change it. */
export function SettingRow({ workspaceId, described, setting, layer, title }: SettingRowProps) {
  const change = useChangeSettings(workspaceId);
  const { key, description, form } = described;
  const write = (value: unknown) => change.mutate({ layer, values: { [key]: value } });
  const canReset = setting?.layer === layer;
  return (
    <div
      role="group"
      aria-labelledby={`setting-${key}`}
      className="flex flex-col gap-2 px-4 py-3 sm:flex-row sm:items-start sm:gap-6"
    >
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2">
          <span id={`setting-${key}`} className="text-sm font-medium">
            {title ?? key}
          </span>
          <OriginBadge origin={setting} />
          {canReset && (
            <IconButton label={`Reset ${title ?? key}`} className="size-6" onClick={() => write(null)}>
              <RotateCcw />
            </IconButton>
          )}
        </div>
        <p className="text-xs text-ink-2">{description}</p>
        {isFixed(setting) && (
          <p className="text-xs text-warn">
            {setting?.source ?? "The command line"} takes precedence; a change here has no effect.
          </p>
        )}
      </div>
      <div className="w-full sm:w-60 sm:shrink-0">
        <SettingControl
          form={form}
          label={title ?? key}
          value={setting?.value}
          isDisabled={isFixed(setting) || change.isPending}
          onWrite={write}
        />
      </div>
    </div>
  );
}

interface SettingControlProps {
  readonly form: SettingForm | undefined;
  readonly label: string;
  readonly value: unknown;
  readonly isDisabled: boolean;
  /** null removes the value. */
  readonly onWrite: (value: unknown) => void;
}

function SettingControl({ form, label, value, isDisabled, onWrite }: SettingControlProps) {
  if (!form) return <ReadOnlyValue value={value} />;
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
        <TextControl
          label={label}
          text={typeof value === "number" ? String(value) : ""}
          type="number"
          isDisabled={isDisabled}
          onWrite={(text) => onWrite(text === "" ? null : Number(text))}
        />
      );
    case "text":
      return (
        <TextControl
          label={label}
          text={typeof value === "string" ? value : ""}
          type="text"
          isDisabled={isDisabled}
          onWrite={(text) => onWrite(text === "" ? null : text)}
        />
      );
    case "lines":
      return (
        <TextControl
          label={`${label}, one per line`}
          text={Array.isArray(value) ? value.join("\n") : ""}
          type="lines"
          isDisabled={isDisabled}
          onWrite={(text) => onWrite(linesOf(text))}
        />
      );
  }
}

interface TextControlProps {
  readonly label: string;
  readonly text: string;
  readonly type: "text" | "number" | "lines";
  readonly isDisabled: boolean;
  readonly onWrite: (text: string) => void;
}

/** Saved on blur or Enter, not on every keystroke. */
function TextControl({ label, text, type, isDisabled, onWrite }: TextControlProps) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const save = () => {
    if (typed !== text) onWrite(typed);
  };
  const shared = { "aria-label": label, value: typed, disabled: isDisabled, onBlur: save, placeholder: "not set" };
  if (type === "lines") return <TextArea {...shared} rows={2} onChange={({ target }) => setTyped(target.value)} />;
  return (
    <Input
      {...shared}
      type={type}
      step="any"
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={({ key }) => key === "Enter" && save()}
    />
  );
}

function ReadOnlyValue({ value }: { readonly value: unknown }) {
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

import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";

const control =
  "w-full rounded-md border border-line-strong bg-surface px-2.5 text-sm text-ink placeholder:text-ink-3 disabled:opacity-50 aria-invalid:border-bad";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={clsx(control, "h-8", className)} {...rest} />;
}

export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea className={clsx(control, "min-h-20 py-1.5", className)} {...rest} />;
}

export function NativeSelect({ className, ...rest }: ComponentProps<"select">) {
  return <select className={clsx(control, "h-8 pr-7", className)} {...rest} />;
}

interface FieldProps {
  readonly label: ReactNode;
  /** Shown below the control. */
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly className?: string;
  /** Gets the props that connect the control with its label and hint. */
  readonly children: (field: { id: string; "aria-describedby": string; "aria-invalid": boolean }) => ReactNode;
}

export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  return (
    <div className={clsx("flex flex-col gap-1", className)}>
      <label htmlFor={id} className="text-sm font-medium text-ink">
        {label}
      </label>
      {children({ id, "aria-describedby": `${id}-hint`, "aria-invalid": error !== undefined })}
      <div id={`${id}-hint`} className="text-xs empty:hidden">
        {error !== undefined ? <span className="text-bad">{error}</span> : <span className="text-ink-3">{hint}</span>}
      </div>
    </div>
  );
}

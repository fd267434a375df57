import { clsx } from "clsx";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly width?: "sm" | "md" | "lg";
  /** Buttons. */
  readonly footer?: ReactNode;
  readonly children?: ReactNode;
}

const widths = { sm: "max-w-md", md: "max-w-xl", lg: "max-w-4xl" };

export function Dialog({ isOpen, onClose, title, description, width = "md", footer, children }: DialogProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Radix.Content
          className={clsx(
            "fixed top-1/2 left-1/2 z-50 flex max-h-[85dvh] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-xl border bg-raised shadow-float",
            widths[width],
          )}
          {...(description === undefined && { "aria-describedby": undefined })}
        >
          <header className="flex items-start gap-4 px-5 pt-4 pb-2">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="text-sm text-ink-2">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close">
                <X />
              </IconButton>
            </Radix.Close>
          </header>
          {children !== undefined && <div className="min-h-0 flex-1 overflow-y-auto px-5 py-2">{children}</div>}
          {footer !== undefined && <footer className="flex justify-end gap-2 px-5 pt-2 pb-4">{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmProps {
  readonly title: string;
  /** The label of the confirm button. */
  readonly action: string;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What will be lost. */
  readonly children: ReactNode;
}

/** Asks before an action that cannot be undone. */
export function Confirm({ title, action, isBusy = false, onConfirm, onClose, children }: ConfirmProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={children}
      width="sm"
      footer={
        <>
          <Button autoFocus onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" disabled={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  );
}

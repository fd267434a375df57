import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

export interface ConfirmProps {
  readonly title: string;
  /** On the button that does it. */
  readonly action: string;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What will be gone. */
  readonly children: ReactNode;
}

/** Asks before something that cannot be taken back. */
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
          <Button look="danger" disabled={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  );
}

import type { ReactNode } from 'react'
import { Button } from '#islands/ui/controls/button.tsx'
import { Modal } from './modal.tsx'

interface ConfirmDialogProps {
  /** What the button says that goes on. */
  confirmLabel: string
  cancelLabel: string
  onCancel: () => void
  onConfirm: () => void
  open: boolean
  title: string
  busy?: boolean
  /** What the question is about. */
  children?: ReactNode
  /** Whether going on takes something away for good. */
  isDestructive?: boolean
  /**
   * Asked after another question, and in its place on the screen: the answers are the other way round, so that a double
   * press of the first does not answer this one.
   */
  isSecondConfirmation?: boolean
}

/** Where the focus goes when the dialog opens. */
function focusOnOpen(button: HTMLButtonElement | null): void {
  button?.setAttribute('autofocus', '')
}

/** Asked before something that cannot be taken back; the safe answer has the focus. */
export function ConfirmDialog({
  confirmLabel,
  busy = false,
  children,
  isDestructive,
  isSecondConfirmation,
  cancelLabel,
  ...rest
}: ConfirmDialogProps) {
  const { onCancel, onConfirm, open, title } = rest
  const buttons = [
    <Button key="no" kind="secondary" onClick={onCancel} {...(isSecondConfirmation && { ref: focusOnOpen })}>
      {cancelLabel}
    </Button>,
    <Button busy={busy} key="yes" kind={isDestructive ? 'danger' : 'primary'} onClick={onConfirm}>
      {confirmLabel}
    </Button>
  ]
  return (
    <Modal onClose={onCancel} open={open} role="alertdialog" title={title}>
      {children}
      <div className="mt-3 grid grid-cols-2 gap-3 md:flex md:justify-end">
        {isSecondConfirmation ? buttons.toReversed() : buttons}
      </div>
    </Modal>
  )
}

import type { ReactNode } from 'react'
import { Button } from '#islands/ui/controls/button.tsx'
import { Modal, ModalButtons } from './modal.tsx'

interface ConfirmDialogProps {
  /** The label of the confirm button. */
  confirmLabel: string
  cancelLabel: string
  onCancel: () => void
  onConfirm: () => void
  isOpen: boolean
  title: string
  isBusy?: boolean
  /** The confirm button's label while the action runs. */
  busyLabel?: string
  /** Details shown above the buttons. */
  children?: ReactNode
  /** Whether the action deletes something permanently. */
  isDestructive?: boolean
  /**
   * For a dialog that replaces another one. The buttons are in reverse order, so that a double click on the first
   * dialog does not confirm this one.
   */
  isSecondConfirmation?: boolean
}

/** Focuses the button when the dialog opens. */
function focusOnOpen(button: HTMLButtonElement | null): void {
  button?.setAttribute('autofocus', '')
}

/** A confirmation before an action that cannot be undone. The cancel button is focused. */
export function ConfirmDialog({
  confirmLabel,
  isBusy = false,
  busyLabel,
  children,
  isDestructive,
  isSecondConfirmation,
  cancelLabel,
  ...rest
}: ConfirmDialogProps) {
  const { onCancel, onConfirm, isOpen, title } = rest
  const buttons = [
    <Button key="no" kind="secondary" onClick={onCancel} {...(isSecondConfirmation && { ref: focusOnOpen })}>
      {cancelLabel}
    </Button>,
    <Button
      isBusy={isBusy}
      busyLabel={busyLabel}
      key="yes"
      kind={isDestructive ? 'danger' : 'primary'}
      onClick={onConfirm}
    >
      {confirmLabel}
    </Button>
  ]
  return (
    <Modal onClose={onCancel} isOpen={isOpen} role="alertdialog" title={title}>
      {children}
      <ModalButtons>{isSecondConfirmation ? buttons.toReversed() : buttons}</ModalButtons>
    </Modal>
  )
}

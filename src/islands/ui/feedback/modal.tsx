import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#islands/ui/controls/button.tsx'
import * as commonText from '#messages/common.ts'

interface ModalProps {
  children: ReactNode
  onClose: () => void
  isOpen: boolean
  title: string
  role?: 'alertdialog' | 'dialog'
}

/** A native dialog: a bottom sheet on phones, centred from 760 px. The browser traps and restores the focus. */
export function Modal({ children, onClose, isOpen, role, title }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (!element || isOpen === element.open) return
    if (isOpen) element.showModal()
    else element.close()
  }, [isOpen])

  const isPressedOutside = useRef(false)

  /** The dialog element has no padding, so an event on the element itself is on the backdrop. */
  function notePress({ currentTarget, target }: PointerEvent) {
    isPressedOutside.current = target === currentTarget
  }

  /** A press that selects text may end on the backdrop. The browser then reports a click there. */
  function closeOnBackdrop({ currentTarget, target }: MouseEvent) {
    if (isPressedOutside.current && target === currentTarget) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog
    <dialog
      aria-labelledby={titleId}
      className="modal"
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={closeOnBackdrop}
      onPointerDown={notePress}
      // The event comes late, when the dialog may be open again.
      onClose={() => isOpen && !dialog.current?.open && onClose()}
      ref={dialog}
      role={role}
    >
      {isOpen && (
        <div className="grid gap-2 px-4 pt-5 pb-[max(16px,env(safe-area-inset-bottom))] md:p-6">
          <h2 className="wrap-anywhere" id={titleId}>
            {title}
          </h2>
          {children}
        </div>
      )}
    </dialog>
  )
}

/** The buttons below the text of a modal. On phones they are stacked, so that a long label has the whole width. */
export function ModalButtons({ children }: { children: ReactNode }) {
  return <div className="mt-3 grid gap-3 md:flex md:justify-end">{children}</div>
}

/** The only button of a modal that asks nothing. */
export function ModalClose({ onClose }: Pick<ModalProps, 'onClose'>) {
  return (
    <div className="mt-3 grid md:justify-end">
      <Button kind="secondary" onClick={onClose}>
        {commonText.close}
      </Button>
    </div>
  )
}

interface ConfirmDialogProps {
  /** The label of the confirm button. Null: there is nothing to confirm. */
  confirmLabel: string | null
  cancelLabel?: string
  onCancel: () => void
  onConfirm: () => void
  isOpen: boolean
  title: string
  isBusy?: boolean
  /** The confirm button's label while the action runs. */
  busyLabel?: string
  children?: ReactNode
  /** Whether the action deletes something permanently. */
  isDestructive?: boolean
  /**
   * For a dialog that replaces another one. A double press on the first dialog does not answer this one: its buttons
   * are disabled at first, and in reverse order.
   */
  isSecondConfirmation?: boolean
}

const DOUBLE_PRESS_MS = 500

/** A ref for the element that gets the focus when its dialog opens. `autoFocus` of React comes before that. */
export function focusOnOpen(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
}

/** A confirmation before an action that cannot be undone. The cancel button is focused. */
export function ConfirmDialog({
  confirmLabel,
  isBusy = false,
  busyLabel,
  children,
  isDestructive,
  isSecondConfirmation,
  cancelLabel = commonText.cancel,
  ...rest
}: ConfirmDialogProps) {
  const { isOpen, onCancel, onConfirm, title } = rest
  const [isTooEarly, setTooEarly] = useState(false)
  useEffect(() => {
    if (!isOpen || !isSecondConfirmation) return
    setTooEarly(true)
    const timer = setTimeout(() => setTooEarly(false), DOUBLE_PRESS_MS)
    return () => clearTimeout(timer)
  }, [isOpen, isSecondConfirmation])
  const answerBy = (answer: () => void) => (isTooEarly ? { 'aria-disabled': true } : { onClick: answer })
  const buttons = [
    <Button
      disabled={isBusy}
      key="no"
      kind="secondary"
      {...answerBy(onCancel)}
      ref={isSecondConfirmation ? focusOnOpen : undefined}
    >
      {cancelLabel}
    </Button>,
    confirmLabel !== null && (
      <Button
        isBusy={isBusy}
        busyLabel={busyLabel}
        key="yes"
        kind={isDestructive ? 'danger' : 'primary'}
        {...answerBy(onConfirm)}
      >
        {confirmLabel}
      </Button>
    )
  ]
  return (
    // Once the action runs, 'Keep booking' would not be true.
    <Modal onClose={isBusy ? () => undefined : onCancel} isOpen={isOpen} role="alertdialog" title={title}>
      {children}
      <ModalButtons>{isSecondConfirmation ? [...buttons].reverse() : buttons}</ModalButtons>
    </Modal>
  )
}

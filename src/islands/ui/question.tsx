import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

interface QuestionProps {
  /** What the button says that goes on. */
  action: string
  no: string
  onNo: () => void
  onYes: () => void
  open: boolean
  title: string
  busy?: boolean
  /** What the question is about. */
  children?: ReactNode
  /** Whether going on takes something away for good. */
  danger?: boolean
}

/** Asked before something that cannot be taken back; the safe answer stands first, and has the focus. */
export function Question({ action, busy = false, children, danger, no, onNo, onYes, open, title }: QuestionProps) {
  return (
    <Modal onClose={onNo} open={open} role="alertdialog" title={title}>
      {children}
      <div className="mt-3 grid grid-cols-2 gap-3 md:flex md:justify-end">
        <Button kind="secondary" onClick={onNo}>
          {no}
        </Button>
        <Button busy={busy} kind={danger ? 'danger' : 'primary'} onClick={onYes}>
          {action}
        </Button>
      </div>
    </Modal>
  )
}

import type { ReactNode } from 'react'
import { Button } from '#islands/ui/controls/button.tsx'
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
  /**
   * Asked after another question, and in its place on the screen: the answers are the other way round, so that a double
   * press of the first does not answer this one.
   */
  isSecond?: boolean
}

/** Where the focus goes when the dialog opens. */
function takeFocusFirst(button: HTMLButtonElement | null): void {
  button?.setAttribute('autofocus', '')
}

/** Asked before something that cannot be taken back; the safe answer has the focus. */
export function Question({ action, busy = false, children, danger, isSecond, no, ...rest }: QuestionProps) {
  const { onNo, onYes, open, title } = rest
  const answers = [
    <Button key="no" kind="secondary" onClick={onNo} {...(isSecond && { ref: takeFocusFirst })}>
      {no}
    </Button>,
    <Button busy={busy} key="yes" kind={danger ? 'danger' : 'primary'} onClick={onYes}>
      {action}
    </Button>
  ]
  return (
    <Modal onClose={onNo} open={open} role="alertdialog" title={title}>
      {children}
      <div className="mt-3 grid grid-cols-2 gap-3 md:flex md:justify-end">
        {isSecond ? answers.toReversed() : answers}
      </div>
    </Modal>
  )
}

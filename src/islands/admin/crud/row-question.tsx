import type { ReactNode } from 'react'
import { ConfirmDialog } from '#islands/ui/feedback/modal.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import type { RowDialog } from '#stores/admin/kit/row-actions.ts'

interface RowQuestionProps<Row> {
  busyLabel: string
  cancelLabel: string
  confirmLabel: string
  dialog: RowDialog<Row>
  title: string
  /** Details of the row. */
  children: ReactNode
  isDestructive?: boolean
  /** Confirms the dialog, unless it checks something before. */
  onConfirm?: () => void
}

/** Asks before an action on a row. If the server refuses it, shows why. */
export function RowQuestion<Row>({ children, dialog, ...rest }: RowQuestionProps<Row>) {
  const row = useStore(dialog.$row)
  const isBusy = useStore(dialog.$isBusy)
  const refusal = useStore(dialog.$refusal)
  const needsSecondConfirmation = useStore(dialog.$needsSecondConfirmation)
  return (
    <ConfirmDialog
      isBusy={isBusy}
      onCancel={dialog.cancel}
      onConfirm={() => void dialog.confirm()}
      isOpen={row !== null && !needsSecondConfirmation}
      {...rest}
    >
      {children}
      {refusal && (
        <Note kind="error" role="alert">
          {refusal}
        </Note>
      )}
    </ConfirmDialog>
  )
}

import { atom } from 'nanostores'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/errors.ts'

interface RowDeletionOptions<Row> {
  messages: { deleted: string; failed: string }
  onDeleted: (row: Row) => void
  /** Reloads every list that the deletion may affect. */
  reload: () => Promise<void>
  remove: (row: Row) => Promise<{ message?: string | null | undefined }>
}

/** The row that an admin wants to delete, and the deletion after a confirmation. */
export function createRowDeletion<Row>({ messages, onDeleted, reload, remove }: RowDeletionOptions<Row>) {
  const $rowToDelete = atom<Row | null>(null)
  const $isDeleting = atom(false)

  async function confirmDelete(): Promise<void> {
    const row = $rowToDelete.get()
    if (row === null) return
    await whileBusy($isDeleting, messages.failed, async () => {
      const { message } = await remove(row).finally(() => {
        // Another row may be selected for deletion by now.
        if ($rowToDelete.get() === row) $rowToDelete.set(null)
      })
      toast('success', message || messages.deleted)
      onDeleted(row)
      return reload
    })
  }

  return {
    $isDeleting,
    $rowToDelete,
    cancelDelete: () => $rowToDelete.set(null),
    confirmDelete,
    requestDelete: (row: Row) => $rowToDelete.set(row)
  }
}

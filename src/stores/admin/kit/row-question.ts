import { atom } from 'nanostores'
import { ApiProblem } from '#client/http/problem.ts'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/busy.ts'
import type { ListStore } from './create-list.ts'

const CONFLICT = 409

interface RowDialogOptions<Row> {
  /** Does what is asked about; answers what is said of it. */
  perform: (row: Row) => Promise<string>
  failureMessage: string
  /** Whether one yes is not enough, because of what a second question tells. */
  requiresSecondConfirmation?: (row: Row) => boolean
  /** The row as it is now; null where there is nothing left to ask about it. */
  findCurrentRow: (row: Row) => Row | null
  /** Asks again for everything that can have changed. */
  reload: () => Promise<void>
}

/**
 * A question about one row, before money moves. Whoever answers it has seen an amount: where the server says that the
 * row is not what was shown any more, the question stays with the server's sentence and the row as it is now, and a
 * second question is asked anew.
 */
export function createRowDialog<Row>({
  perform,
  failureMessage,
  requiresSecondConfirmation,
  findCurrentRow,
  reload
}: RowDialogOptions<Row>) {
  /** Null while nothing is asked. */
  const $row = atom<Row | null>(null)
  const $busy = atom(false)
  /** Whether the first yes has been given, and the second is asked for. */
  const $needsSecondConfirmation = atom(false)
  /** Why it could not be done as it was shown; told here alone, for a toast would lie over the question. */
  const $refusal = atom<string | null>(null)

  function open(row: Row | null): void {
    $refusal.set(null)
    $needsSecondConfirmation.set(false)
    $row.set(row)
  }

  /** Whether the question is still there to tell it. */
  async function reloadRow(row: Row, { sentence }: ApiProblem): Promise<boolean> {
    await reload()
    // Another row may be asked about by now.
    if ($row.get() !== row) return false
    const current = findCurrentRow(row)
    open(current)
    if (current !== null) $refusal.set(sentence ?? failureMessage)
    return current !== null
  }

  async function confirm(): Promise<void> {
    const row = $row.get()
    if (row === null) return
    if (requiresSecondConfirmation?.(row) && !$needsSecondConfirmation.get()) {
      $refusal.set(null)
      return $needsSecondConfirmation.set(true)
    }
    let isDone = false
    await whileBusy($busy, failureMessage, async () => {
      $refusal.set(null)
      const sentence = await perform(row).catch(async (error: unknown) => {
        const isShown = error instanceof ApiProblem && error.status === CONFLICT && (await reloadRow(row, error))
        if (isShown) return null
        throw error
      })
      if (sentence === null) return
      isDone = true
      toast('success', sentence)
      if ($row.get() === row) open(null)
    })
    if (isDone) await reload()
  }

  return {
    $busy,
    $needsSecondConfirmation,
    $refusal,
    $row,
    open,
    cancel: () => open(null),
    confirm
  }
}

/** The row of a list's page that is meant; null where it is not on it. */
export function findRow<Row>({ $listPage }: ListStore<Row>, matches: (row: Row) => boolean): Row | null {
  const listPage = $listPage.get()
  return typeof listPage === 'string' ? null : (listPage.rows.find(matches) ?? null)
}

import { atom } from 'nanostores'
import type { ApiError } from '#client/http/api-error.ts'
import type { RefusalCode } from '#contract/kit/refusals.ts'
import type { ListStore } from '#stores/admin/list/create-list.ts'
import { toast } from '#stores/app/toasts.ts'
import { onRefusal, showFailure, whileBusy } from '#stores/kit/errors.ts'

interface RowDialogOptions<Row> {
  /** Performs the action; returns the success message. */
  perform: (row: Row) => Promise<string>
  failureMessage: string
  /** The refusals that mean that the row has changed. Only our own backend has these actions, so they have codes. */
  staleRowRefusals: readonly RefusalCode[]
  /** Whether the row needs a second confirmation, for example because its payment is disputed. */
  requiresSecondConfirmation?: (row: Row) => boolean
  /** The row as it is now; null if the action no longer applies to it. */
  findCurrentRow: (row: Row) => Row | null
  /** Reloads every list that the action may affect. */
  reload: () => Promise<void>
}

function createDialogState<Row>() {
  /** Null while the dialog is closed. */
  const $row = atom<Row | null>(null)
  const $isBusy = atom(false)
  /** True after the first confirmation, while the second one is pending. */
  const $needsSecondConfirmation = atom(false)
  /** Why the action was rejected. Shown only in the dialog, because a toast would cover it. */
  const $refusal = atom<string | null>(null)

  function open(row: Row | null): void {
    $refusal.set(null)
    $needsSecondConfirmation.set(false)
    $row.set(row)
  }

  return { $isBusy, $needsSecondConfirmation, $refusal, $row, open }
}

type DialogState<Row> = ReturnType<typeof createDialogState<Row>>

/**
 * Returns how to perform the action: it resolves with the success message, or with null if the row has changed and the
 * reason is shown. Other errors reject.
 */
function createAttempt<Row>({ $refusal, $row, open }: DialogState<Row>, options: RowDialogOptions<Row>) {
  const { failureMessage, findCurrentRow, perform, reload, staleRowRefusals } = options

  /** Reloads the row; returns whether the dialog is still open to show the error. */
  async function reloadRow(row: Row, { sentence }: ApiError): Promise<boolean> {
    await reload()
    // Another row may be selected by now.
    if ($row.get() !== row) return false
    const current = findCurrentRow(row)
    open(current)
    if (current !== null) $refusal.set(sentence ?? failureMessage)
    return current !== null
  }

  return (row: Row): Promise<string | null> =>
    onRefusal(perform(row), staleRowRefusals, async refusal => {
      if (!(await reloadRow(row, refusal))) showFailure(refusal, failureMessage)
      return null
    })
}

export type RowDialog<Row> = ReturnType<typeof createRowDialog<Row>>

/**
 * A confirmation dialog for one row, before money moves. The admin confirms a specific amount. If the server reports
 * that the row has changed, the dialog stays open with the server's message and the current row. A second confirmation
 * then has to be given again.
 */
export function createRowDialog<Row>(options: RowDialogOptions<Row>) {
  const { failureMessage, reload, requiresSecondConfirmation } = options
  const state = createDialogState<Row>()
  const { $isBusy, $needsSecondConfirmation, $refusal, $row, open } = state
  const attempt = createAttempt(state, options)

  async function confirm(): Promise<void> {
    const row = $row.get()
    if (row === null) return
    if (requiresSecondConfirmation?.(row) && !$needsSecondConfirmation.get()) {
      $refusal.set(null)
      return $needsSecondConfirmation.set(true)
    }
    await whileBusy($isBusy, failureMessage, async () => {
      $refusal.set(null)
      const sentence = await attempt(row)
      if (sentence === null) return
      toast('success', sentence)
      if ($row.get() === row) open(null)
      return reload
    })
  }

  return { ...state, cancel: () => open(null), confirm }
}

/** The matching row on the loaded page of a list; null if it is not there. */
export function findRow<Row>({ $listPage }: ListStore<Row>, matches: (row: Row) => boolean): Row | null {
  const listPage = $listPage.get()
  return typeof listPage === 'string' ? null : (listPage.rows.find(matches) ?? null)
}

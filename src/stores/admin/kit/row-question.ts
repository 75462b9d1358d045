import { atom } from 'nanostores'
import { ApiProblem } from '#client/http/problem.ts'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/busy.ts'
import type { Listing } from './create-list.ts'

const CONFLICT = 409

interface Options<Row> {
  /** Does what is asked about; answers what is said of it. */
  act: (row: Row) => Promise<string>
  failed: string
  /** Whether one yes is not enough, because of what a second question tells. */
  isDoubtful?: (row: Row) => boolean
  /** The row as it is now; null where there is nothing left to ask about it. */
  lookUp: (row: Row) => Row | null
  /** Asks again for everything that can have changed. */
  reload: () => Promise<void>
}

/**
 * A question about one row, before money moves. Whoever answers it has seen an amount: where the server says that the
 * row is not what was shown any more, the question stays with the server's sentence and the row as it is now, and a
 * second question is asked anew.
 */
export function createRowQuestion<Row>({ act, failed, isDoubtful, lookUp, reload }: Options<Row>) {
  /** Null while nothing is asked. */
  const $row = atom<Row | null>(null)
  const $busy = atom(false)
  /** Whether the first yes has been given, and the second is asked for. */
  const $isDoubted = atom(false)
  /** Why it could not be done as it was shown; told here alone, for a toast would lie over the question. */
  const $refusal = atom<string | null>(null)

  function ask(row: Row | null): void {
    $refusal.set(null)
    $isDoubted.set(false)
    $row.set(row)
  }

  /** Whether the question is still there to tell it. */
  async function lookAgain(row: Row, { sentence }: ApiProblem): Promise<boolean> {
    await reload()
    // Another row may be asked about by now.
    if ($row.get() !== row) return false
    const now = lookUp(row)
    ask(now)
    if (now !== null) $refusal.set(sentence ?? failed)
    return now !== null
  }

  async function yes(): Promise<void> {
    const row = $row.get()
    if (row === null) return
    if (isDoubtful?.(row) && !$isDoubted.get()) {
      $refusal.set(null)
      return $isDoubted.set(true)
    }
    let isDone = false
    await whileBusy($busy, failed, async () => {
      $refusal.set(null)
      const sentence = await act(row).catch(async (error: unknown) => {
        const isTold = error instanceof ApiProblem && error.status === CONFLICT && (await lookAgain(row, error))
        if (isTold) return null
        throw error
      })
      if (sentence === null) return
      isDone = true
      toast('success', sentence)
      if ($row.get() === row) ask(null)
    })
    if (isDone) await reload()
  }

  return { $busy, $isDoubted, $refusal, $row, ask, no: () => ask(null), yes }
}

/** The row of a list's page that is meant; null where it is not on it. */
export function rowIn<Row>({ $drawn }: Listing<Row>, isMeant: (row: Row) => boolean): Row | null {
  const drawn = $drawn.get()
  return typeof drawn === 'string' ? null : (drawn.rows.find(isMeant) ?? null)
}

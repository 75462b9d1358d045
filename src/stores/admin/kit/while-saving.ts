import type { WritableAtom } from 'nanostores'
import { type Continuation, showFailures } from '#stores/kit/errors.ts'

interface SavedRow {
  /** Ids of the rows that are being saved. */
  $ids: WritableAtom<readonly string[]>
  failureMessage: string
  id: string
}

/** Like `whileBusy`, for lists whose rows can be saved at the same time: each row is busy on its own. */
export async function whileSaving(
  { $ids, failureMessage, id }: SavedRow,
  task: () => Promise<Continuation>
): Promise<void> {
  if ($ids.get().includes(id)) return
  $ids.set([...$ids.get(), id])
  const afterwards = await showFailures(failureMessage, task)
  $ids.set($ids.get().filter(each => each !== id))
  await afterwards?.()
}

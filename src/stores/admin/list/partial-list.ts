import { atom, type ReadableAtom } from 'nanostores'
import { latestOnly } from '#stores/kit/loadable.ts'
import { computed, type SsrEntries, ssrEntry } from '#stores/kit/ssr-values.ts'
import type { ListStore } from './create-list.ts'

interface PartialList<Row> {
  /** True if no rows are loaded and no request is running. */
  $failed: ReadableAtom<boolean>
  $rows: ReadableAtom<readonly Row[] | null>
  /** Whether the full list was loaded only as one page, which does not contain these rows. */
  needsOwnRequest: () => boolean
  /** The SSR entry of these rows. */
  toSsrEntry: (first: readonly Row[] | null) => SsrEntries[number]
  isLoaded: () => boolean
  isRequested: () => boolean
  load: () => Promise<void>
}

/** Rows loaded by a request of their own. Once the full list is loaded, they are taken from it instead. */
export function createPartialList<Row extends Picked, Picked = Row>(
  list: ListStore<Row>,
  fetchRows: () => Promise<readonly Row[] | null>,
  limit = Number.POSITIVE_INFINITY
): PartialList<Picked> {
  const $ownRows = atom<readonly Picked[] | null>(null)
  const $hasFailed = atom(false)
  const beginRequest = latestOnly()
  let isRequested = false
  const $rows = computed(
    [$ownRows, list.$allRows],
    (ownRows, allRows): readonly Picked[] | null => allRows?.slice(0, limit) ?? ownRows
  )
  return {
    $failed: computed(
      [$rows, $hasFailed, list.$listPage],
      (rows, hasFailed, listPage) => rows === null && (hasFailed || listPage === 'failed')
    ),
    $rows,
    toSsrEntry: first => ssrEntry($ownRows, first),
    isLoaded: () => $rows.get() !== null,
    isRequested: () => isRequested || $rows.get() !== null,
    needsOwnRequest: () => typeof list.$listPage.get() === 'object' && list.$allRows.get() === null,
    load: async () => {
      isRequested = true
      $hasFailed.set(false)
      const isLatest = beginRequest()
      const response = await fetchRows().catch((error: unknown) => {
        if (isLatest()) $hasFailed.set(true)
        throw error
      })
      if (isLatest()) $ownRows.set(response)
    }
  }
}

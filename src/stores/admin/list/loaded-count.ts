import type { ReadableAtom } from 'nanostores'
import { computed } from '#stores/kit/ssr-values.ts'
import type { ListStore } from './create-list.ts'

interface LoadedCount {
  /** Rows on the loaded page that match. */
  count: number
  /** Whether other pages have more rows. */
  hasMore: boolean
}

/** For a list that has not loaded. */
export const NO_ROWS: LoadedCount = { count: 0, hasMore: false }

/** How many rows of a list match; null until the list has loaded. */
export function loadedCount<Row>(
  { $listPage, $query }: ListStore<Row>,
  matches: (row: Row) => boolean = () => true
): ReadableAtom<LoadedCount | null> {
  return computed([$listPage, $query], (listPage, { page }) =>
    typeof listPage === 'string'
      ? null
      : { count: listPage.rows.filter(matches).length, hasMore: listPage.hasMore || page > 1 }
  )
}

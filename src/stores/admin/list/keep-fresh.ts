import { atom, onNotify } from 'nanostores'
import { eachVisibleMinute } from '#client/device/page.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { isLoaded, logFailure } from '#stores/kit/requests.ts'
import { type Store, whenMounted } from '#stores/kit/ssr-values.ts'
import type { ListStore } from './create-list.ts'

const FAILURES_TOLD = 2

/**
 * While somebody sees the list, loads it again each minute. A failure keeps the rows. After the second in a row, the
 * returned store has the time at which they were loaded.
 */
export function keepFresh<Row>({ $listPage, load }: ListStore<Row>): Store<Date | null> {
  const $loadedAt = atom<Date | null>(null)
  let failures = 0
  let loadedAt: Date
  let rows: unknown
  function reset(): void {
    failures = 0
    loadedAt = currentTime()
    $loadedAt.set(null)
  }
  async function refresh(): Promise<void> {
    const outcome = await logFailure(load().then(() => true))
    if (outcome === null) failures += 1
    if (failures >= FAILURES_TOLD) $loadedAt.set(loadedAt)
  }
  whenMounted($listPage, () => {
    reset()
    return eachVisibleMinute(() => void refresh())
  })
  onNotify($listPage, () => {
    const page = $listPage.get()
    if (!isLoaded(page) || page.rows === rows) return
    rows = page.rows
    reset()
  })
  return $loadedAt
}

import { call } from '#client/http/api.ts'
import { getNeeds, type Need } from '#contract/overview/needs.ts'
import { createListStore, onlyRow, shownRow } from '#stores/admin/list/create-list.ts'
import { keepFresh } from '#stores/admin/list/keep-fresh.ts'
import { isLoaded } from '#stores/kit/requests.ts'

/** What waits for the visitor, as one row. */
export const needs = createListStore({
  name: 'needs',
  shows: ['bookings', 'payments', 'pins', 'problems', 'riders', 'scooters'],
  fetchPage: async () => onlyRow(await call(getNeeds))
})

export const $needs = shownRow(needs, row => row)

export const $needsLoadedAt = keepFresh(needs)

/** The need of this kind that meets the condition, as it is now. */
export function findNeed<Kind extends Need['kind']>(
  kind: Kind,
  matches: (need: Extract<Need, { kind: Kind }>) => boolean
): Extract<Need, { kind: Kind }> | null {
  const shown = $needs.get()
  if (!isLoaded(shown)) return null
  return (
    shown.rows
      .filter(row => row.kind === kind)
      .map(row => row as Extract<Need, { kind: Kind }>)
      .find(matches) ?? null
  )
}

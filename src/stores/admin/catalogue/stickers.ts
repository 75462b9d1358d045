import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { callPage } from '#client/http/api.ts'
import { listAllScooters, type ScooterForAdmin } from '#contract/catalogue/admin-scooters.ts'
import { sortRows } from '#domain/kit/rows.ts'
import { bookingPath } from '#domain/routes.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'
import { computed } from '#stores/kit/ssr-values.ts'

// The code on a scooter is the address of its booking page. An id never changes, so a moved scooter keeps its sticker.

export type Sticker = Pick<ScooterForAdmin, 'id' | 'name' | 'property_id' | 'property_name'>

/** All scooters in one response, which the browser filters, so that a sheet lacks none. */
export const stickers = createListStore<Sticker>({
  name: 'stickers',
  shows: ['properties', 'scooters'],
  fetchPage: () => callPage(listAllScooters, {})
})

const PER_SHEET = 12

/** The stickers of each sheet. Null until they have loaded. */
export const $sheets = computed(stickers.$matchingRows, rows => {
  if (rows === null) return null
  const sorted = sortRows(sortRows(rows, 'name'), 'property_name')
  const sheets = Array.from({ length: Math.ceil(sorted.length / PER_SHEET) }, (_, index) => index * PER_SHEET)
  return sheets.map(first => sorted.slice(first, first + PER_SHEET))
})

/** As a path of an SVG. Its unit is a module, the smallest square, of which a side has `size`. */
export function drawCode({ id }: Sticker): { path: string; size: number } {
  const code = generate(location.origin + bookingPath(id), { minCorrectionLevel: correction.M })
  return { path: toSvgPath(code), size: code.size }
}

import { sumBy } from '#domain/kit/numbers.ts'
import { sortRows } from '#domain/kit/rows.ts'
import { rupeesOf } from '#domain/money.ts'
import { addDays, type Day } from '#domain/time/india-time.ts'
import { MINUTE_SECONDS } from '#domain/time/time-units.ts'

/** The rides of a scooter with one plan that start on one day. Money in paise. */
export interface ReportCell {
  /** From 0, the first of the month. */
  day: number
  paid: number
  plan: string
  refunded: number
  rides: number
  scooter_id: string
  scooter_name: string
  seconds: number
}

/** How long a scooter existed in the month. */
export interface AvailableScooter {
  id: string
  name: string
  seconds: number
}

const sumsOf = (cells: readonly ReportCell[]) => ({
  minutes: sumBy(cells, ({ seconds }) => seconds) / MINUTE_SECONDS,
  paid: rupeesOf(sumBy(cells, ({ paid }) => paid)),
  refunded: rupeesOf(sumBy(cells, ({ refunded }) => refunded)),
  rides: sumBy(cells, ({ rides }) => rides)
})

/** The same cells, by day, by scooter and by plan, so that their sums agree. */
export function reportOf(
  cells: readonly ReportCell[],
  { available, days, firstDay }: { available: readonly AvailableScooter[]; days: number; firstDay: Day }
) {
  const byDay = Map.groupBy(cells, ({ day }) => day)
  const byScooter = Map.groupBy(cells, ({ scooter_id }) => scooter_id)
  const byPlan = Map.groupBy(cells, ({ plan }) => plan)
  const known = new Map(available.map(scooter => [scooter.id, scooter]))
  const scooters = [...new Set([...known.keys(), ...byScooter.keys()])].map(id => {
    const ridden = byScooter.get(id) ?? []
    const { name, seconds = 0 } = known.get(id) ?? {}
    return {
      available_minutes: seconds / MINUTE_SECONDS,
      id,
      name: name ?? ridden[0]?.scooter_name ?? '',
      ...sumsOf(ridden)
    }
  })
  return {
    days: Array.from({ length: days }, (_, index) => ({
      day: addDays(firstDay, index),
      ...sumsOf(byDay.get(index) ?? [])
    })),
    plans: sortRows(
      [...byPlan].map(([name, ofPlan]) => ({ name, ...sumsOf(ofPlan) })),
      'name'
    ),
    scooters: sortRows(scooters, 'name'),
    totals: sumsOf(cells)
  }
}

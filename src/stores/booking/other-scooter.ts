import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { listFreeScooters } from '#contract/bookings/free-scooters.ts'
import { bookAgainPath } from '#domain/bookings/rides.ts'
import { windowFrom } from '#domain/bookings/slots.ts'
import { latestOnly, logFailure } from '#stores/kit/requests.ts'
import { computed, whenMounted } from '#stores/kit/ssr-values.ts'
import { $requiredHours } from './availability.ts'
import { $offer } from './offers.ts'
import { $bookingPage } from './page-data.ts'
import { $missedStart, $now } from './times.ts'

/** A scooter that can be taken at the missed start, and its booking page with the same ride. */
export const $otherScooter = atom<{ name: string; path: string } | null>(null)

/** Changes only with what is asked. */
const $missedRide = computed(
  [$missedStart, $requiredHours],
  (start, hours) => start && `${start.toISOString()} ${hours}`
)

const beginRequest = latestOnly()

async function load(): Promise<void> {
  const isLatest = beginRequest()
  $otherScooter.set(null)
  const [hours, start] = [$requiredHours.get(), $missedStart.get()]
  const { id, property_id } = $bookingPage.get()?.scooter ?? {}
  if (!property_id || start === null) return
  const query = { hours: String(hours), start: start.toISOString() }
  const scooters = await logFailure(call(listFreeScooters, { params: { property_id }, query }))
  const other = scooters?.find(each => each.free && each.id !== id)
  if (!isLatest() || !other) return
  const path = bookAgainPath(other.id, windowFrom(start, hours), $now.get(), $offer.get()?.key)
  $otherScooter.set({ name: other.name, path })
}

whenMounted($otherScooter, () => $missedRide.subscribe(() => void load()))

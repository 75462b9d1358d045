import fc from 'fast-check'
import { DISPLAY_OFFSET_MS } from '#domain/constants.ts'
import { DAY_MS, HOUR_MS } from '#domain/time/time-units.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { PROPERTY, setLead, setOpening } from '#tests/model/harness/seed.ts'
import { unconditional } from './command.ts'
import type { Times } from './ride.ts'

// The staff pause bookings, close a day and take it back, and let rides start at once. What is refused is predicted from
// the stored rules.

interface StoredOpening {
  closed_dates: string | null
  paused_until: number | null
}

const indianDay = (ms: number) => new Date(ms + DISPLAY_OFFSET_MS).toISOString().slice(0, 10)

/** The start of the sentence that the rider reads; null if the property is open. An extension has no start. */
export function closedSentence({ end, start }: Pick<Times, 'end'> & { start?: number }): string | null {
  const [stored] = rows<StoredOpening>(
    'SELECT closed_dates, paused_until FROM property_settings WHERE property_id = ?1',
    PROPERTY
  )
  if (start !== undefined && (stored?.paused_until ?? 0) * 1000 > start)
    return bookingBlocksText.propertyPaused('P', '…').split('…')[0] ?? ''
  const closed: string[] = JSON.parse(stored?.closed_dates ?? '[]')
  const isClosed = (ms: number) => closed.includes(indianDay(ms))
  // A ride can end at the midnight before or after a closed day.
  const isRefused = (start !== undefined && isClosed(start)) || (isClosed(end) && isClosed(end - 1))
  return isRefused ? (bookingBlocksText.closedOnDate('P', '…').split('…')[0] ?? '') : null
}

const change = (opening: { closesIn: number | null; hours: number | null }) =>
  unconditional(`the opening is ${JSON.stringify(opening)}`, async () => {
    const { closesIn, hours } = opening
    setOpening({
      closed_dates: closesIn === null ? [] : [indianDay(Date.now() + closesIn * DAY_MS)],
      paused_until: hours === null ? null : new Date(Date.now() + hours * HOUR_MS)
    })
  })

export const startsAtOnce = () =>
  rows('SELECT 1 FROM property_settings WHERE property_id = ?1 AND lead_minutes = 0', PROPERTY).length > 0

/** Rides start at once, or 30 minutes ahead again. */
export const leads = fc
  .constantFrom(0, 0, null)
  .map(lead => unconditional(`rides start ${lead === 0 ? 'at once' : 'ahead'}`, () => setLead(lead)))

export const openings = [
  fc
    .record({
      closesIn: fc.constantFrom(null, null, 0, 1),
      hours: fc.constantFrom(null, null, -1, 1, 6)
    })
    .map(change),
  // Most lives would see little else of a property that is closed.
  fc.constant({ closesIn: null, hours: null }).map(change)
]

import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { changePin, listPinChanges } from '#contract/catalogue/admin-scooters.ts'
import { updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import type { PinMode } from '#domain/catalogue/property-rules.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { type signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertScooter } from '#tests/helpers/data/rows.ts'
import { app, sql } from '#tests/helpers/servers/app.ts'

// Rides at a property with rules about PINs, and the list of PINs to change.

type Admin = Awaited<ReturnType<typeof signedInAdmin>>
type Rider = Awaited<ReturnType<typeof signedInRider>>

export const OLD_PIN = '482915'

export function pinCalls(getAdmin: () => Admin) {
  return {
    change: (scooter_id: string, new_pin: string, anyway?: boolean) =>
      getAdmin().call(changePin, { body: { anyway, new_pin }, params: { scooter_id } }),
    changeOf: async (scooter_id: string) =>
      (await getAdmin().call(listPinChanges, { query: {} })).find(change => change.scooter_id === scooter_id),
    refusedChange: (scooter_id: string, body: Record<string, unknown>) =>
      getAdmin().refusal(changePin, { body, params: { scooter_id } }),
    setRules: (property_id: string, body: { pin_lead_minutes?: number | null; pin_mode?: PinMode | null }) =>
      getAdmin().call(updatePropertyRules, { body, params: { id: property_id } })
  }
}

/** A rider, and a scooter of a property with these rules. */
export async function riderAt(getAdmin: () => Admin, rules: Parameters<ReturnType<typeof pinCalls>['setRules']>[1]) {
  const rider = await signedInRider()
  await pinCalls(getAdmin).setRules(rider.property_id, rules)
  return { rider, scooter: await insertScooter(rider.property_id, { otp_pin: OLD_PIN }) }
}

/** A paid ride from and to these minutes from now. */
export function rideBetween({ id: user_id }: Rider, scooter_id: string, [from, to]: readonly [number, number]) {
  const now = new Date()
  return insertBooking({ end: addMinutes(now, to), scooter_id, start: addMinutes(now, from), user_id })
}

export async function seenByRider(rider: Rider, id: string) {
  const booking = (await rider.call(listMyBookings)).find(each => each.id === id)
  return { otp_pin: booking?.otp_pin, pin_from: booking?.pin_from }
}

export async function pinSeenAt(id: string): Promise<number | null> {
  const [row] = await sql<{ pin_seen_at: number | null }>('SELECT pin_seen_at FROM bookings WHERE id = ?', id)
  return row?.pin_seen_at ?? null
}

/** Waits until the Worker has recorded that the rider has read the PIN, which it does after the response. */
export async function untilSeen(id: string): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const seen = await pinSeenAt(id)
    if (seen !== null) return seen
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error(`Nobody has read the PIN of ${id}`)
}

export async function pinOf(scooter_id: string): Promise<string | undefined> {
  const [row] = await sql<{ otp_pin: string }>('SELECT otp_pin FROM scooters WHERE id = ?', scooter_id)
  return row?.otp_pin
}

/** Runs the cron of the minute that is this many minutes from now. */
export const cronAfter = (minutes: number) => app.runMinute(addMinutes(new Date(), minutes))

import { addDays, dayOf } from '#domain/time/india-time.ts'
import type { Sites } from '../browser/portal.ts'
import type { SignedInAs, Site } from '../site.ts'
import { median, ratioText } from '../table.ts'
import { scooterAt } from './portal-fixtures.ts'
import { BUSY_SCOOTER, freeWindow } from './rides.ts'

const RUNS = 15

export const BOOK = 'book a window'
export const CANCEL = 'cancel the hold'
const { property_id } = scooterAt(0)

/** The HTTP requests, under the same names as their costs. */
const READS: Record<string, { path: string; role: SignedInAs }> = {
  'availability of a day': {
    path: `/scooters/${BUSY_SCOOTER}/availability?date=${addDays(dayOf(new Date()), 1)}`,
    role: 'rider'
  },
  "the property's scooters": { path: `/properties/${property_id}/scooters`, role: 'rider' },
  'my bookings': { path: '/my-bookings', role: 'rider' },
  'admin: stats': { path: '/admin/stats', role: 'admin' },
  'admin: recent bookings': { path: '/admin/bookings?page=1&per_page=5', role: 'admin' },
  'admin: bookings': { path: '/admin/bookings?page=1', role: 'admin' },
  'admin: bookings, paid': { path: '/admin/bookings?page=1&status=Completed', role: 'admin' },
  'admin: bookings, failed': { path: '/admin/bookings?page=1&status=Failed', role: 'admin' },
  'admin: bookings of a property': { path: `/admin/bookings?page=1&property_id=${property_id}`, role: 'admin' },
  'admin: bookings by a name': { path: '/admin/bookings?page=1&q=Meera', role: 'admin' },
  'admin: scooters': { path: '/admin/scooters?page=1&per_page=200', role: 'admin' },
  'admin: riders': { path: '/admin/users?page=1', role: 'admin' }
}

type TimedRequest = { body?: unknown; path: string; role: SignedInAs }

/** Returns the response and its duration. */
async function timed({ address, sessions }: Site, { body, path, role }: TimedRequest) {
  const headers = { authorization: `Bearer ${sessions[role].token}`, 'content-type': 'application/json' }
  const sent = body === undefined ? { headers } : { body: JSON.stringify(body), headers, method: 'POST' }
  const startedAt = performance.now()
  const reply = await fetch(`${address}/api${path}`, sent)
  const answer: unknown = await reply.json()
  const took = performance.now() - startedAt
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${JSON.stringify(answer)}`)
  return { answer, took }
}

async function bookAndCancel(site: Site): Promise<Record<string, number>> {
  const order = await timed(site, { body: freeWindow(new Date()), path: '/bookings/hourly', role: 'rider' })
  const { session_id } = order.answer as { session_id: string }
  const end = await timed(site, { body: {}, path: `/bookings/${session_id}/cancel`, role: 'rider' })
  return { [BOOK]: order.took, [CANCEL]: end.took }
}

async function timeEveryCall(site: Site): Promise<Record<string, number>> {
  const times = await bookAndCancel(site)
  for (const [name, call] of Object.entries(READS)) times[name] = (await timed(site, call)).took
  return times
}

/** The duration of each call with many bookings, relative to few. The calls alternate between both sites. */
export async function timeRatios({ few, many }: Sites): Promise<Record<string, string>> {
  const runs: Record<keyof Sites, Record<string, number>>[] = []
  for (let run = 0; run < RUNS; run += 1) runs.push({ few: await timeEveryCall(few), many: await timeEveryCall(many) })
  const middle = (which: keyof Sites, name: string) => median(runs.map(run => run[which][name] ?? Number.NaN))
  const names = [BOOK, CANCEL, ...Object.keys(READS)]
  return Object.fromEntries(names.map(name => [name, ratioText(middle('many', name), middle('few', name))]))
}

import { addDays, dayOf } from '#domain/time.ts'
import { scooterAt } from './house.ts'
import type { Sites } from './portal.ts'
import { BUSY_SCOOTER } from './rides.ts'
import type { Site, Who } from './site.ts'
import { median, ratioText } from './table.ts'

const RUNS = 15
const { property_id } = scooterAt(0)

/** What is asked for over HTTP; by the names that their costs go by. */
const READS: Record<string, { path: string; who: Who }> = {
  'a scooter of a day': {
    path: `/scooters/${BUSY_SCOOTER}/availability?date=${addDays(dayOf(new Date()), 1)}`,
    who: 'rider'
  },
  "the property's scooters": { path: `/properties/${property_id}/scooters`, who: 'rider' },
  'my bookings': { path: '/my-bookings', who: 'rider' },
  'admin: stats': { path: '/admin/stats', who: 'admin' },
  'admin: recent bookings': { path: '/admin/bookings?page=1&per_page=5', who: 'admin' },
  'admin: bookings': { path: '/admin/bookings?page=1', who: 'admin' },
  'admin: bookings, paid': { path: '/admin/bookings?page=1&status=Completed', who: 'admin' },
  'admin: bookings, failed': { path: '/admin/bookings?page=1&status=Failed', who: 'admin' },
  'admin: bookings of a property': { path: `/admin/bookings?page=1&property_id=${property_id}`, who: 'admin' },
  'admin: bookings by a name': { path: '/admin/bookings?page=1&q=Meera', who: 'admin' },
  'admin: scooters': { path: '/admin/scooters?page=1&per_page=200', who: 'admin' },
  'admin: users': { path: '/admin/users?page=1', who: 'admin' }
}

async function timeOf({ address, sessions }: Site, { path, who }: { path: string; who: Who }): Promise<number> {
  const began = performance.now()
  const reply = await fetch(`${address}/api${path}`, { headers: { authorization: `Bearer ${sessions[who].token}` } })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
  return performance.now() - began
}

/** How much longer each call takes with many bookings than with few, asked in turn. */
export async function timeRatios({ few, many }: Sites): Promise<Record<string, string>> {
  const ratios: Record<string, string> = {}
  for (const [name, call] of Object.entries(READS)) {
    const times = { few: [] as number[], many: [] as number[] }
    for (let run = 0; run < RUNS; run += 1) {
      times.few.push(await timeOf(few, call))
      times.many.push(await timeOf(many, call))
    }
    ratios[name] = ratioText(median(times.many), median(times.few))
  }
  return ratios
}

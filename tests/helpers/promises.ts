import { sql } from './app.ts'

const CELL_SECONDS = 1800

const live = (name: string, now: number) =>
  `(${name}.state = 'confirmed' OR (${name}.state = 'held' AND (${name}.settling = 1 OR ${name}.hold_until > ${now})))`

const claims = (whose: string) => `(SELECT count(*) FROM slot_claims c WHERE c.booking_id = b.id ${whose})`

const promises = (now: number) => ({
  'a booking that is confirmed has each of its cells for good': `
    SELECT id FROM bookings b WHERE state = 'confirmed'
       AND NOT (${claims('')} = (end_at - start_at) / ${CELL_SECONDS} AND ${claims('AND c.hold_until IS NOT NULL')} = 0)`,
  'a booking that is held has each of its cells as long as itself': `
    SELECT id FROM bookings b WHERE state = 'held' AND hold_until > ${now}
       AND ${claims('AND c.hold_until = b.hold_until')} <> (end_at - start_at) / ${CELL_SECONDS}`,
  'a captured payment confirmed one booking or is given back once': `
    SELECT payment_id FROM payments p WHERE status = 'captured'
       AND (SELECT count(*) FROM bookings b WHERE b.payment_id = p.payment_id AND b.state = 'confirmed')
         + (SELECT count(*) FROM refunds r WHERE r.payment_id = p.payment_id) <> 1`,
  'a claim is of a cell within its booking, and of its scooter': `
    SELECT c.cell FROM slot_claims c JOIN bookings b ON b.id = c.booking_id
     WHERE c.scooter_id <> b.scooter_id OR (c.cell + 1) * ${CELL_SECONDS} <= b.start_at OR c.cell * ${CELL_SECONDS} >= b.end_at`,
  'no two live bookings of a scooter overlap': `
    SELECT a.id FROM bookings a JOIN bookings b ON a.scooter_id = b.scooter_id AND a.id < b.id
       AND a.start_at < b.end_at AND b.start_at < a.end_at
     WHERE ${live('a', now)} AND ${live('b', now)}`,
  'what was given up or is owed back has no claims': `
    SELECT b.id FROM bookings b JOIN slot_claims c ON c.booking_id = b.id
     WHERE b.state IN ('released', 'refund_due', 'refunded')`
})

/** What the whole database breaks of what it promises, in words (faults.md C1). */
export async function brokenPromises(): Promise<string[]> {
  const broken: string[] = []
  for (const [promise, query] of Object.entries(promises(Math.floor(Date.now() / 1000)))) {
    if ((await sql(query)).length > 0) broken.push(promise)
  }
  return broken
}

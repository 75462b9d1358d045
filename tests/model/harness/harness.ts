import { beforeAll, beforeEach, vi } from 'vitest'
import { runCronJobs } from '#server/cron/cron.ts'
import { d1 } from '#server/db/client.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { createRazorpay } from '#tests/fakes/razorpay/server.ts'
import type { StoredBooking, StoredRefund } from '#tests/helpers/data/stored-rows.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { step, stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import { advanceMinutes, now, restartClock, startClock } from './clock.ts'
import { seedProperty } from './seed.ts'

// The server's operations, its database and the provider in one process, on one clock.

let provider: ReturnType<typeof createRazorpay>

/** The provider's side: its payments, and the faults of its calls. */
export const bank = () => provider.bank
export const faults = () => provider.faults

export function startHarness(): void {
  startClock()
  beforeAll(async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    vi.stubGlobal('fetch', (url: string, options: RequestInit) =>
      step({ place: 'provider', operation: `${options.method} ${new URL(url).pathname}` }, () =>
        provider.fetch(url, options)
      )
    )
    seedProperty()
  })
}

/** Starts the harness, and resets its data before each test. */
export function startHarnessForEachTest(): void {
  startHarness()
  beforeEach(resetHarness)
}

/** Resets the data: no bookings, no payments, no faults. */
export async function resetHarness(): Promise<void> {
  stopFaults()
  restartClock()
  seedProperty()
  provider = createRazorpay({
    key_id: 'rzp_test_LookAlike',
    key_secret: 'of the look-alike',
    webhook_secret: 'of its events'
  })
}

export function advanceTime(minutes: number): void {
  advanceMinutes(minutes)
  bank().pass(0)
}

export const cron = () => runCronJobs(now(), now)

/** Runs the cron once, this much later. */
export async function cronAfter(minutes: number): Promise<void> {
  advanceTime(minutes)
  await cron()
}

/** The broken invariants as text. */
export async function findBrokenInvariants(): Promise<string[]> {
  const found = await brokenInvariants(d1, now())
  return found.map(({ ids, invariant }) => `${invariant}: ${ids.join(', ')}`)
}

export const storedBookings = () => rows<StoredBooking>('SELECT * FROM bookings ORDER BY rowid')
export const storedBooking = (id: string) => storedBookings().find(booking => booking.id === id)
/** Of a booking. */
export const stateOf = (id: string) => storedBooking(id)?.state

/** Deletes all rows of these tables. */
export function emptyTables(...tables: string[]): void {
  for (const table of tables) rows(`DELETE FROM ${table}`)
}

export const storedRefunds = () => rows<StoredRefund>('SELECT * FROM refunds ORDER BY rowid')

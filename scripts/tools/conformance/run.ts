import { randomUUID } from 'node:crypto'
import { moveRiders, tryAccounts, tryProfile } from './accounts.ts'
import { Caller } from './caller.ts'
import { tryProperties, tryScooters } from './places.ts'
import { tryPortal, tryRemoval } from './portal.ts'
import { tryPlans, tryRates } from './prices.ts'
import { Protocol } from './protocol.ts'
import { tryRides } from './rides.ts'
import type { Asked, Stage } from './stage.ts'

interface Conformed {
  /** What this run has left in the backend. */
  left: string[]
  protocol: Protocol
}

/** Tries every promise of the spec's section 7 at a backend, in the order in which one needs the other. */
export async function conform(address: string, asked: Asked, say: (line: string) => void): Promise<Conformed> {
  const name = `Conformance ${randomUUID().slice(0, 8)}`
  const stage: Stage = {
    ...asked,
    caller: new Caller(address),
    left: [],
    name,
    protocol: new Protocol(say),
    riders: []
  }
  await tryAccounts(stage)
  await tryProfile(stage)
  await tryProperties(stage)
  const { property_id } = stage
  if (property_id) await moveRiders(stage, property_id).catch(() => undefined)
  await tryScooters(stage)
  await tryRates(stage)
  await tryPlans(stage)
  await tryRides(stage)
  await tryPortal(stage)
  await tryRemoval(stage)
  return { left: [...stage.left, ...stage.riders.map(({ email }) => `the account ${email}`)], protocol: stage.protocol }
}

import fc from 'fast-check'
import { CALLS, type Fault } from '#tests/fakes/razorpay/faults.ts'
import { faults } from '#tests/model/harness/harness.ts'
import { unconditional } from './command.ts'

let current: Fault | null = null

export const isUp = () => current === null

export function endOutage(): void {
  current = null
  faults().clear()
}

const down = (fault: Fault) =>
  unconditional(`the provider is down: ${fault}`, () => {
    current = fault
    faults().clear()
    for (const call of CALLS) faults().fail(call, fault)
  })

const up = unconditional('the provider is up', endOutage)

/** Only the answer is lost; the operation was done. */
const OUTAGES = ['busy', 'error', 'html', 'lost', 'reset', 'unexpected'] as const

export const outages = [fc.constantFrom(...OUTAGES).map(down), fc.constant(up), fc.constant(up)]

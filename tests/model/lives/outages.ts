import fc from 'fast-check'
import { CALLS, type Fault } from '#tests/razorpay/faults.ts'
import { faults } from '../world/world.ts'
import { unconditional } from './command.ts'

let how: Fault | null = null

export const isUp = () => how === null

export function mend(): void {
  how = null
  faults().mend()
}

const down = (fault: Fault) =>
  unconditional(`the provider is down: ${fault}`, () => {
    how = fault
    faults().mend()
    for (const call of CALLS) faults().fail(call, fault)
  })

const up = unconditional('the provider is up', mend)

/** Only the answer is lost; the operation was done. */
const OUTAGES = ['busy', 'error', 'html', 'lost', 'reset', 'strange'] as const

export const outages = [fc.constantFrom(...OUTAGES).map(down), fc.constant(up), fc.constant(up)]

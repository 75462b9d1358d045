import type { ClientOutput, Endpoint } from '#contract/kit/endpoint.ts'
import type { PaymentReceipt } from '#contract/payments/orders.ts'
import type { ConformanceCaller, Input } from './caller.ts'

// The state that the checks share while they run in sequence.

export interface Credentials {
  email: string
  password: string
}

export interface Rider extends Credentials {
  date_of_birth: string
  name: string
  phone: string
  token: string
}

export interface ConformanceOptions {
  /** Allows a call that may change the PIN of every scooter of the backend. */
  migratesPins?: boolean
  admin?: Credentials | undefined
  /** Pays an order like a rider; returns null if the backend has no sandbox. */
  pay: (order_id: string, token: string) => Promise<PaymentReceipt | null>
}

export interface RunContext extends ConformanceOptions {
  adminToken?: string
  caller: ConformanceCaller
  /** Rows that could not be deleted. */
  leftovers: string[]
  /** The name of everything that this run creates, to keep it apart from other data. */
  name: string
  /** The riders' property before and after the run's own property exists. */
  homePropertyId?: string
  propertyId?: string
  report: Report
  riders: Rider[]
  planId?: string
  rates?: Record<'hourly_1' | 'hourly_3' | 'hourly_6' | 'hourly_12', number>
  scooter?: { id: string; name: string }
}

export const PLAN = { cost: 77, hours: 2 }

/** The PIN of the run's own scooter. */
export const PIN = '482915'

/** The smallest file whose first bytes are those of a JPEG. */
export const PICTURE = new File(
  [new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])],
  'picture.jpg',
  { type: 'image/jpeg' }
)

/** One line per check. A skipped one has the reason. */
export interface CheckResult {
  check: string
  reason: string
  result: 'failed' | 'passed' | 'skipped'
}

/** Thrown by a check that cannot run. The message names what it needs. */
class SkippedError extends Error {}

export function skip(missing: string): never {
  throw new SkippedError(`needs ${missing}`)
}

export function expect(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message)
}

/** Returns the result of an earlier check. If it is missing, the current check is skipped. */
export function requireValue<T>(value: T | undefined, missing: string): T {
  return value === undefined ? skip(missing) : value
}

export const firstRider = ({ riders }: RunContext): Rider => requireValue(riders[0], 'an account')

type Call = <E extends Endpoint>(
  context: RunContext,
  endpoint: E,
  input?: Omit<Input, 'token'>
) => Promise<ClientOutput<E>>

export const asRider: Call = async (context, endpoint, input) =>
  context.caller.call(endpoint, { ...input, token: firstRider(context).token })

export const asAdmin: Call = async ({ adminToken, caller }, endpoint, input) =>
  caller.call(endpoint, { ...input, token: requireValue(adminToken, '--admin') })

/** Failed requests contain the reason in their cause. */
function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}, ${error.cause.message}` : error.message
}

const RESULT_MARKS = { failed: 'FAIL', passed: 'ok  ', skipped: '–   ' }

export class Report {
  readonly lines: CheckResult[] = []
  readonly print: (line: string) => void

  constructor(write: (line: string) => void) {
    this.print = write
  }

  async check(check: string, task: () => Promise<void>): Promise<void> {
    const line: CheckResult = { check, reason: '', result: 'passed' }
    try {
      await task()
    } catch (error) {
      line.result = error instanceof SkippedError ? 'skipped' : 'failed'
      line.reason = errorText(error)
    }
    this.lines.push(line)
    const reason = line.result === 'skipped' ? ` (skipped: ${line.reason})` : `: ${line.reason}`
    this.print(`${RESULT_MARKS[line.result]}  ${check}${line.result === 'passed' ? '' : reason}`)
  }

  count(result: CheckResult['result']): number {
    return this.lines.filter(line => line.result === result).length
  }

  /** For other programs. */
  toJSON() {
    return {
      checks: this.lines,
      failed: this.count('failed'),
      passed: this.count('passed'),
      skipped: this.count('skipped')
    }
  }

  summary(): string {
    return `${this.count('passed')} checks passed, ${this.count('failed')} failed, ${this.count('skipped')} skipped`
  }
}

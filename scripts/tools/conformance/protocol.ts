// A line for every promise: kept, broken, or not tried and why.

export interface Line {
  promise: string
  reason: string
  result: 'FAIL' | 'not tried' | 'ok'
}

/** Thrown by a promise that cannot be tried; it says what that would need. */
class Untried extends Error {}

export function needs(what: string): never {
  throw new Untried(`needs ${what}`)
}

export function expect(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise)
}

/** What an earlier promise has brought, or else was to bring. */
export function given<T>(value: T | undefined, what: string): T {
  return value === undefined ? needs(what) : value
}

/** A call that does not get through has its reason below. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}, ${error.cause.message}` : error.message
}

const MARKS = { FAIL: 'FAIL', 'not tried': '–   ', ok: 'ok  ' }

export class Protocol {
  readonly lines: Line[] = []
  readonly say: (line: string) => void

  constructor(say: (line: string) => void) {
    this.say = say
  }

  async promise(promise: string, task: () => Promise<void>): Promise<void> {
    const line: Line = { promise, reason: '', result: 'ok' }
    try {
      await task()
    } catch (error) {
      line.result = error instanceof Untried ? 'not tried' : 'FAIL'
      line.reason = reasonOf(error)
    }
    this.lines.push(line)
    const reason = line.result === 'not tried' ? ` (not tried: ${line.reason})` : `: ${line.reason}`
    this.say(`${MARKS[line.result]}  ${promise}${line.result === 'ok' ? '' : reason}`)
  }

  count(result: Line['result']): number {
    return this.lines.filter(line => line.result === result).length
  }

  sum(): string {
    return `${this.count('ok')} promises kept, ${this.count('FAIL')} broken, ${this.count('not tried')} not tried`
  }
}

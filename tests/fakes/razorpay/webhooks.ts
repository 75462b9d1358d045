import { type BankEvent, deliver, type EventName, type Forged, type Receiver } from './events.ts'

interface Delivery {
  id: string
  event: EventName
  /** 0 if there was no response within the provider's five seconds. */
  status: number
}

type EventFilter = EventName | ((event: BankEvent) => boolean)

const matching = (filter: EventFilter) => (event: BankEvent) =>
  typeof filter === 'string' ? event.event === filter : filter(event)

/**
 * The bank's events and their delivery. By default, events wait in `pending` until `flush`, so that tests can inspect,
 * drop, duplicate and shuffle them. With a receiver (`sendTo`), each is sent at once, in order, unless held. Events
 * without a 2xx response stay pending.
 */
export class Webhooks {
  readonly deliveries: Delivery[] = []
  readonly events: BankEvent[] = []
  pending: BankEvent[] = []
  readonly #secret: string
  #isHeld = false
  #to: Receiver | null = null
  #underWay: Promise<void> = Promise.resolve()

  constructor(secret: string) {
    this.#secret = secret
  }

  add(event: BankEvent): void {
    this.events.push(event)
    this.pending.push(event)
    if (this.#to && !this.#isHeld) void this.flush()
  }

  /** Null stops sending. */
  sendTo(receiver: Receiver | null): void {
    this.#to = receiver
  }

  hold(): void {
    this.#isHeld = true
  }

  release(): Promise<void> {
    this.#isHeld = false
    return this.flush()
  }

  drop(filter: EventFilter): void {
    this.pending = this.pending.filter(event => !matching(filter)(event))
  }

  duplicate(filter: EventFilter): void {
    this.pending = this.pending.flatMap(event => (matching(filter)(event) ? [event, event] : [event]))
  }

  shuffle(seed: number): void {
    const random = randomFrom(seed)
    const keyed = this.pending.map(event => ({ event, key: random() }))
    this.pending = keyed.sort((one, other) => one.key - other.key).map(({ event }) => event)
  }

  /** Sends each pending event once. Resolves after the last response. */
  flush(to: Receiver | null = this.#to): Promise<void> {
    this.#underWay = this.#underWay.then(() => this.#sendPending(to))
    return this.#underWay
  }

  /** Resolves when no delivery is in progress. */
  delivered(): Promise<void> {
    return this.#underWay
  }

  deliver(to: Receiver, event: BankEvent, forged: Forged = {}): Promise<Response> {
    return deliver(to, event, this.#secret, forged)
  }

  async #sendPending(to: Receiver | null): Promise<void> {
    if (to === null) return
    const unanswered: BankEvent[] = []
    for (const event of this.pending.splice(0)) {
      const status = await this.deliver(to, event).then(
        answer => answer.status,
        () => 0
      )
      this.deliveries.push({ event: event.event, id: event.id, status })
      if (status < 200 || status > 299) unanswered.push(event)
    }
    this.pending.unshift(...unanswered)
  }
}

/** A seeded random number generator (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

import { describe, expect, test, vi } from 'vitest'
import type { BankEvent } from '#tests/fakes/razorpay/events.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { receiveWebhook } from '#tests/model/harness/calls.ts'
import {
  advanceTime,
  bank,
  emptyTables,
  findBrokenInvariants,
  startHarnessForEachTest
} from '#tests/model/harness/harness.ts'
import { sample } from '#tests/model/harness/runs.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'

// One dispute with every possible step, reported in every order.

startHarnessForEachTest()

const OUTCOMES = ['won', 'lost', 'closed'] as const

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((one, index) => permutations(all.toSpliced(index, 1)).map(rest => [one, ...rest]))
}

/** The events of a dispute, with this many minutes between its steps. */
function wholeDispute(payment_id: string, outcome: (typeof OUTCOMES)[number] | null, minutes: number): BankEvent[] {
  const { id } = bank().dispute(payment_id)
  const steps = [
    () => bank().contest(id),
    () => bank().requestEvidence(id),
    () => bank().contest(id),
    () => outcome && bank().decide(id, outcome)
  ]
  for (const step of steps) {
    advanceTime(minutes)
    step()
  }
  return bank().events.filter(({ body }) => body.includes(id))
}

/** The different final states that the events leave in these orders, each event delivered twice. */
async function endsOf(orders: readonly BankEvent[][]) {
  const ends = new Set<string>()
  for (const order of orders) {
    emptyTables('disputes', 'webhook_events')
    for (const event of order) {
      await bank().webhooks.deliver(receiveWebhook, event)
      await bank().webhooks.deliver(receiveWebhook, event, { id: `${event.id} again` })
    }
    ends.add(JSON.stringify(rows('SELECT status, paise_deducted FROM disputes')))
  }
  expect(await findBrokenInvariants()).toEqual([])
  return [...ends].map(found => JSON.parse(found) as object[])
}

test('an undecided dispute has the state of its newest event, in every order', async () => {
  const booking = await samples.confirmedSample()
  const ends = await endsOf(permutations(wholeDispute(samples.paymentIn(booking).id, null, 1)))
  expect(ends).toEqual([[{ paise_deducted: 0, status: 'under_review' }]])
})

test.each(OUTCOMES.flatMap(outcome => [0, 1].map(minutes => [outcome, minutes] as const)))(
  'a dispute that is %s ends so in every order of its events, %i minutes apart and each sent twice',
  async (outcome, minutes) => {
    const booking = await samples.confirmedSample()
    const events = wholeDispute(samples.paymentIn(booking).id, outcome, minutes)
    const ends = await endsOf(sample(permutations(events)))
    expect(ends).toEqual([[{ paise_deducted: outcome === 'lost' ? 5000 : 0, status: outcome }]])
    samples.expectConfirmedRide(booking)
  }
)

describe('a signed dispute event that cannot be processed', () => {
  const logged = () =>
    vi
      .mocked(console.error)
      .mock.calls.map(([line]) => JSON.parse(String(line)))
      .filter(({ event }) => event === 'dispute_parse_failed')

  /** The first event of a dispute, with this dispute instead of the original one. */
  async function changedEvent(change: (entity: Record<string, unknown>) => unknown) {
    const { id: paymentId } = samples.paymentIn(await samples.confirmedSample())
    const { id } = bank().dispute(paymentId)
    const event = bank().events.find(({ body }) => body.includes(id)) as BankEvent
    const { payload, ...envelope } = JSON.parse(event.body)
    const dispute = { entity: change(payload.dispute.entity) }
    const changed = { ...event, body: JSON.stringify({ ...envelope, payload: { ...payload, dispute } }) }
    vi.mocked(console.error).mockClear()
    return { changed, event, id, paymentId }
  }

  test('is answered 200, so the provider keeps the webhook, and is processed when it is sent again', async () => {
    const { changed, event, id } = await changedEvent(entity => ({ ...entity, id: null }))
    expect((await bank().webhooks.deliver(receiveWebhook, changed)).status).toBe(200)
    expect(rows('SELECT dispute_id FROM disputes')).toEqual([])
    await bank().webhooks.deliver(receiveWebhook, event)
    expect(rows('SELECT dispute_id FROM disputes')).toEqual([{ dispute_id: id }])
    expect(rows('SELECT quarantined FROM webhook_events')).toEqual([{ quarantined: null }])
  })

  test.each([
    ['a deadline in milliseconds', { respond_by: 9e12 }, 'respond_by'],
    ['a deadline before there was time', { respond_by: -1 }, 'respond_by'],
    ['a negative amount', { amount: -5000 }, 'amount'],
    ['an impossible deduction', { amount_deducted: 1e300 }, 'amount_deducted'],
    ['a time of its own that is no time', { created_at: 9e15 }, 'created_at'],
    ['an empty id', { id: '' }, 'id'],
    ['an id of a thousand letters', { id: 'd'.repeat(1000) }, 'id'],
    ['an id with NUL', { id: 'disp_\0' }, 'id']
  ])('is kept in quarantine and stored in no list, with %s', async (_, fields, field) => {
    const { changed } = await changedEvent(entity => ({ ...entity, ...fields }))
    expect((await bank().webhooks.deliver(receiveWebhook, changed)).status).toBe(200)
    expect(rows('SELECT dispute_id FROM disputes')).toEqual([])
    expect(rows('SELECT quarantined FROM webhook_events WHERE event_id = ?', changed.id)).toEqual([
      { quarantined: changed.body }
    ])
    expect(logged()).toMatchObject([{ fields: [field] }])
  })

  test('is kept in quarantine if the id of its event is empty, and processed when it is sent with one', async () => {
    const { event, id } = await changedEvent(entity => entity)
    await bank().webhooks.deliver(receiveWebhook, event, { id: '' })
    expect(rows('SELECT dispute_id FROM disputes')).toEqual([])
    expect(rows('SELECT quarantined FROM webhook_events')).toEqual([{ quarantined: event.body }])
    await bank().webhooks.deliver(receiveWebhook, event)
    expect(rows('SELECT dispute_id FROM disputes')).toEqual([{ dispute_id: id }])
  })

  test('is logged with what the operator needs to find it', async () => {
    const withoutId = await changedEvent(entity => ({ ...entity, id: null }))
    await bank().webhooks.deliver(receiveWebhook, withoutId.changed)
    expect(logged()).toMatchObject([{ dispute_id: null, fields: ['id'], payment_id: withoutId.paymentId }])
  })
})

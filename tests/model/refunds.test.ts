import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as text from '#messages/admin.ts'
import { rows } from '#tests/helpers/local-d1.ts'
import { endTrouble, planTrouble } from '#tests/helpers/steps.ts'
import * as calls from './world/calls.ts'
import { takeDelivery } from './world/calls.ts'
import type { Scene } from './world/scenes.ts'
import * as scenes from './world/scenes.ts'
import { bank, broken, cron, faults, keptBookings, keptRefunds, newWorld, pass, startWorld } from './world/world.ts'

// Money on its way back, and what can cross it (faults.md PAY-23, PAY-24, PL-12).

startWorld()
beforeEach(newWorld)

const flush = () => bank().webhooks.flush(takeDelivery)

const refundsAt = (scene: Scene) => bank().refundsOf(scenes.paymentIn(scene).id)

const newestOf = (scene: Scene) => refundsAt(scene).at(-1)?.id ?? ''

async function cronAfter(minutes: number): Promise<void> {
  pass(minutes)
  await cron()
  expect(await broken()).toEqual([])
}

/** On its way back, at the provider. */
async function sent(): Promise<Scene> {
  const scene = await scenes.cancelled()
  await cronAfter(1)
  expect(keptRefunds()).toMatchObject([{ refund_id: newestOf(scene), status: 'sent' }])
  return scene
}

/** An admin has it sent once more after it failed. */
async function sentAgain(): Promise<Scene> {
  const scene = await sent()
  bank().failRefund(newestOf(scene))
  await flush()
  expect(keptRefunds()).toMatchObject([{ status: 'review' }])
  expect(await calls.sendRefundAgain(scenes.paymentIn(scene).id, 50)).toMatchObject({ status: 200 })
  return scene
}

describe('a refund', () => {
  test('is sent by one of two crons that run at once (PL-12)', async () => {
    const scene = await scenes.cancelled()
    pass(1)
    await Promise.all([cron(), cron()])
    expect(faults().asked('refund')).toHaveLength(1)
    expect(refundsAt(scene)).toHaveLength(1)
  })

  test('that is under way is no refund yet, though the provider calls its payment refunded', async () => {
    const scene = await sent()
    await cronAfter(3)
    expect(keptRefunds()).toMatchObject([{ status: 'sent' }])
    bank().failRefund(newestOf(scene))
    await cronAfter(5)
    expect(keptRefunds()).toMatchObject([{ status: 'review' }])
  })

  test('given back at the desk leaves the ride until it is processed', async () => {
    const scene = await scenes.confirmed()
    const { id } = bank().refundInDashboard(scenes.paymentIn(scene).id)
    await cronAfter(1)
    expect(keptBookings()).toMatchObject([{ state: 'confirmed' }])
    bank().failRefund(id)
    await cronAfter(30)
    scenes.expectRide(scene)
  })

  test('told to be processed while its request is under way stays processed', async () => {
    const scene = await scenes.cancelled()
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, asked: RequestInit) => {
      const answer = await fetch(url, asked)
      if (url.endsWith('/refund')) bank().processRefund(newestOf(scene))
      await flush()
      return answer
    })
    await cronAfter(1)
    vi.stubGlobal('fetch', fetch)
    scenes.expectGivenBack(scene)
  })

  test('that failed is sent again under another key, for the same would only tell of the failure', async () => {
    const scene = await sentAgain()
    await cronAfter(5)
    bank().processRefund(newestOf(scene))
    await flush()
    expect(keptRefunds()).toMatchObject([{ status: 'processed' }])
    expect(refundsAt(scene).map(({ status }) => status)).toEqual(['failed', 'processed'])
  })

  test('that failed and is told of once more has nothing to do with the next', async () => {
    await sentAgain()
    const failed = bank().events.findLast(({ event }) => event === 'refund.failed')
    if (failed) await bank().webhooks.deliver(takeDelivery, failed, { id: 'another' })
    expect(keptRefunds()).toMatchObject([{ status: 'due' }])
  })

  test('that fails before its answer was read waits for an admin', async () => {
    const scene = await scenes.cancelled()
    faults().fail('refund', 'lost', 1)
    await cronAfter(1)
    bank().failRefund(newestOf(scene))
    await flush()
    expect(keptRefunds()).toMatchObject([{ refund_id: newestOf(scene), status: 'review' }])
  })

  test('that is processed is not opened again by a failure that comes late', async () => {
    const scene = await scenes.cancelled()
    bank().refunds_at_once = true
    await cronAfter(1)
    const processed = bank().events.findLast(({ event }) => event === 'refund.processed')
    const body = processed?.body.replaceAll('refund.processed', 'refund.failed') ?? ''
    if (processed) await bank().webhooks.deliver(takeDelivery, processed, { body, id: 'another' })
    scenes.expectGivenBack(scene)
  })

  test('that is refused time and again waits for an admin, who has it sent when there is money again', async () => {
    const scene = await scenes.cancelled()
    bank().balance_too_low = true
    for (const minutes of [1, 2, 4, 8, 16, 32, 64]) await cronAfter(minutes)
    expect(keptRefunds()).toMatchObject([{ status: 'due' }])
    await cronAfter(128)
    expect(keptRefunds()).toMatchObject([{ status: 'review' }])
    await cronAfter(600)
    expect(faults().asked('refund')).toHaveLength(8)
    Object.assign(bank(), { balance_too_low: false, refunds_at_once: true })
    expect(await calls.sendRefundAgain(scenes.paymentIn(scene).id, 50)).toMatchObject({ status: 200 })
    await cronAfter(1)
    scenes.expectGivenBack(scene)
  })

  test('that failed, and then is refused time and again, is still sent under a key of its own', async () => {
    const scene = await sentAgain()
    const failed = newestOf(scene)
    bank().balance_too_low = true
    for (const minutes of [1, 2, 4, 8, 16, 32, 64, 128]) await cronAfter(minutes)
    expect(keptRefunds()).toMatchObject([{ refund_id: failed, status: 'review' }])
    Object.assign(bank(), { balance_too_low: false, refunds_at_once: true })
    await calls.sendRefundAgain(scenes.paymentIn(scene).id, 50)
    await cronAfter(1)
    expect(keptRefunds()).toMatchObject([{ refund_id: newestOf(scene), status: 'processed' }])
  })

  test('is asked for again ever more seldom', async () => {
    await scenes.cancelled()
    faults().fail('refund', 'error')
    const asked: number[] = []
    for (let minute = 1; minute <= 16; minute += 1) {
      const before = faults().asked('refund').length
      await cronAfter(1)
      if (faults().asked('refund').length > before) asked.push(minute)
    }
    expect(asked).toEqual([1, 3, 7, 15])
  })
})

describe('two admins who decide on one refund', () => {
  async function inReview(): Promise<string> {
    const scene = await sent()
    bank().failRefund(newestOf(scene))
    await flush()
    return scenes.paymentIn(scene).id
  }

  test('do not have it both sent and closed', async () => {
    const payment_id = await inReview()
    planTrouble(({ what }) => {
      // The other's batch comes in before this one's.
      if (what.includes('note = ?2')) rows("UPDATE refunds SET status = 'due'")
      return null
    })
    expect(await calls.closeRefundByHand(payment_id, 50)).toMatchObject({ detail: text.refundNotOpen, status: 409 })
    endTrouble()
    expect(keptRefunds()).toMatchObject([{ note: text.refundFailed, status: 'due' }])
    expect(rows('SELECT action FROM audits WHERE subject = ?', payment_id)).toEqual([])
  })

  test('close it once, and may close it both', async () => {
    const payment_id = await inReview()
    await Promise.all([calls.closeRefundByHand(payment_id, 50), calls.closeRefundByHand(payment_id, 50)])
    expect(keptRefunds()).toMatchObject([{ note: calls.CLOSED_BY, status: 'processed' }])
  })
})

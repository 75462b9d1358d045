import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as text from '#messages/admin.ts'
import { injectFaults, stopFaults } from '#tests/helpers/browser/steps.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/world/calls.ts'
import { receiveWebhook } from '#tests/model/world/calls.ts'
import type { Scene } from '#tests/model/world/scenes.ts'
import * as scenes from '#tests/model/world/scenes.ts'
import {
  advanceTime,
  bank,
  cron,
  faults,
  findBrokenInvariants,
  resetWorld,
  startWorld,
  storedBookings,
  storedRefunds
} from '#tests/model/world/world.ts'

// Money on its way back, and what can cross it (faults.md PAY-23, PAY-24, PL-12).

startWorld()
beforeEach(resetWorld)

const flush = () => bank().webhooks.flush(receiveWebhook)

/** Once, between a refund's being made and its answer's being read. */
function duringRefund(meanwhile: () => Promise<void>): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, asked: RequestInit) => {
    const answer = await fetch(url, asked)
    if (!url.endsWith('/refund')) return answer
    vi.stubGlobal('fetch', fetch)
    await meanwhile()
    return answer
  })
}

const refundsAt = (scene: Scene) => bank().refundsOf(scenes.paymentIn(scene).id)

const newestOf = (scene: Scene) => refundsAt(scene).at(-1)?.id ?? ''

async function cronAfter(minutes: number): Promise<void> {
  advanceTime(minutes)
  await cron()
  expect(await findBrokenInvariants()).toEqual([])
}

/** On its way back, at the provider. */
async function sent(): Promise<Scene> {
  const scene = await scenes.cancelledScene()
  await cronAfter(1)
  expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(scene), status: 'sent' }])
  return scene
}

/** An admin has it sent once more after it failed. */
async function sentAgain(): Promise<Scene> {
  const scene = await sent()
  bank().failRefund(newestOf(scene))
  await flush()
  expect(storedRefunds()).toMatchObject([{ status: 'review' }])
  expect(await calls.sendRefundAgain(scenes.paymentIn(scene).id, 50)).toMatchObject({ status: 200 })
  return scene
}

describe('a refund', () => {
  test('is sent by one of two crons that run at once (PL-12)', async () => {
    const scene = await scenes.cancelledScene()
    advanceTime(1)
    await Promise.all([cron(), cron()])
    expect(faults().asked('refund')).toHaveLength(1)
    expect(refundsAt(scene)).toHaveLength(1)
  })

  test('that is under way is no refund yet, though the provider calls its payment refunded', async () => {
    const scene = await sent()
    await cronAfter(3)
    expect(storedRefunds()).toMatchObject([{ status: 'sent' }])
    bank().failRefund(newestOf(scene))
    await cronAfter(5)
    expect(storedRefunds()).toMatchObject([{ status: 'review' }])
  })

  test('given back at the desk leaves the ride until it is processed', async () => {
    const scene = await scenes.confirmedScene()
    const { id } = bank().refundInDashboard(scenes.paymentIn(scene).id)
    await cronAfter(1)
    expect(storedBookings()).toMatchObject([{ state: 'confirmed' }])
    bank().failRefund(id)
    await cronAfter(30)
    scenes.expectConfirmedRide(scene)
  })

  test('told to be processed while its request is under way stays processed', async () => {
    const scene = await scenes.cancelledScene()
    duringRefund(async () => {
      bank().processRefund(newestOf(scene))
      await flush()
    })
    await cronAfter(1)
    scenes.expectRefunded(scene)
  })

  test('that failed is sent again under another key, for the same would only tell of the failure', async () => {
    const scene = await sentAgain()
    await cronAfter(5)
    bank().processRefund(newestOf(scene))
    await flush()
    expect(storedRefunds()).toMatchObject([{ status: 'processed' }])
    expect(refundsAt(scene).map(({ status }) => status)).toEqual(['failed', 'processed'])
  })

  /** Every failure that was ever told, once more. */
  async function tellFailuresAgain(): Promise<void> {
    const failures = bank().events.filter(({ event }) => event === 'refund.failed')
    expect(failures.length).toBeGreaterThan(0)
    for (const failed of failures) {
      await bank().webhooks.deliver(receiveWebhook, failed, {
        id: `${failed.id}-${Math.trunc(performance.now() * 1000)}`
      })
    }
  }

  test('that failed and is told of late changes nothing of the next, wherever that one is', async () => {
    const scene = await sentAgain()
    await tellFailuresAgain()
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    duringRefund(tellFailuresAgain)
    await cronAfter(1)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(scene), status: 'sent' }])
    await tellFailuresAgain()
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(scene), status: 'sent' }])
    bank().processRefund(newestOf(scene))
    await flush()
    await tellFailuresAgain()
    expect(storedRefunds()).toMatchObject([{ status: 'processed' }])
    expect(await calls.closeRefundByHand(scenes.paymentIn(scene).id, 50)).toMatchObject({ status: 409 })
  })

  test('that failed twice, and whose first failure is told of late, is still sent a third time', async () => {
    const scene = await sentAgain()
    await cronAfter(1)
    bank().failRefund(newestOf(scene))
    await flush()
    expect(await calls.sendRefundAgain(scenes.paymentIn(scene).id, 50)).toMatchObject({ status: 200 })
    await tellFailuresAgain()
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    await cronAfter(1)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(scene), status: 'sent' }])
    expect(refundsAt(scene).map(({ status }) => status)).toEqual(['failed', 'failed', 'pending'])
  })

  test('that an admin sends again while a slow cron hears of its failure is sent again', async () => {
    const scene = await sent()
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, asked: RequestInit) => {
      if (!url.includes('/refunds/')) return fetch(url, asked)
      vi.stubGlobal('fetch', fetch)
      bank().failRefund(newestOf(scene))
      await flush()
      expect(await calls.sendRefundAgain(scenes.paymentIn(scene).id, 50)).toMatchObject({ status: 200 })
      return fetch(url, asked)
    })
    await cronAfter(2)
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    await cronAfter(1)
    expect(refundsAt(scene).map(({ status }) => status)).toEqual(['failed', 'pending'])
  })

  test('that was sent again is left alone by a slow cron that hears of the failure before it', async () => {
    const scene = await sent()
    const first = newestOf(scene)
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, asked: RequestInit) => {
      if (!url.includes('/refunds/')) return fetch(url, asked)
      vi.stubGlobal('fetch', fetch)
      bank().failRefund(first)
      await flush()
      expect(await calls.sendRefundAgain(scenes.paymentIn(scene).id, 50)).toMatchObject({ status: 200 })
      await cron()
      return fetch(url, asked)
    })
    await cronAfter(2)
    expect(newestOf(scene)).not.toBe(first)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(scene), status: 'sent' }])
    expect(await calls.closeRefundByHand(scenes.paymentIn(scene).id, 50)).toMatchObject({ status: 409 })
  })

  test('that fails before its answer was read waits for an admin', async () => {
    const scene = await scenes.cancelledScene()
    faults().fail('refund', 'lost', 1)
    await cronAfter(1)
    bank().failRefund(newestOf(scene))
    await flush()
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    await cronAfter(2)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(scene), status: 'review' }])
  })

  test('that fails before its answer is written down waits for an admin once it is asked after', async () => {
    const scene = await scenes.cancelledScene()
    duringRefund(async () => {
      bank().failRefund(newestOf(scene))
      await flush()
    })
    await cronAfter(1)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(scene), status: 'sent' }])
    await cronAfter(2)
    expect(storedRefunds()).toMatchObject([{ status: 'review' }])
  })

  test('that is processed is not opened again by a failure that comes late', async () => {
    const scene = await scenes.cancelledScene()
    bank().refunds_at_once = true
    await cronAfter(1)
    const processed = bank().events.findLast(({ event }) => event === 'refund.processed')
    const body = processed?.body.replaceAll('refund.processed', 'refund.failed') ?? ''
    if (processed) await bank().webhooks.deliver(receiveWebhook, processed, { body, id: 'another' })
    scenes.expectRefunded(scene)
  })

  test('that is refused time and again waits for an admin, who has it sent when there is money again', async () => {
    const scene = await scenes.cancelledScene()
    bank().balance_too_low = true
    for (const minutes of [1, 2, 4, 8, 16, 32, 64]) await cronAfter(minutes)
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    await cronAfter(128)
    expect(storedRefunds()).toMatchObject([{ status: 'review' }])
    await cronAfter(600)
    expect(faults().asked('refund')).toHaveLength(8)
    Object.assign(bank(), { balance_too_low: false, refunds_at_once: true })
    expect(await calls.sendRefundAgain(scenes.paymentIn(scene).id, 50)).toMatchObject({ status: 200 })
    await cronAfter(1)
    scenes.expectRefunded(scene)
  })

  test('that failed, and then is refused time and again, is still sent under a key of its own', async () => {
    const scene = await sentAgain()
    const failed = newestOf(scene)
    bank().balance_too_low = true
    for (const minutes of [1, 2, 4, 8, 16, 32, 64, 128]) await cronAfter(minutes)
    expect(storedRefunds()).toMatchObject([{ refund_id: failed, status: 'review' }])
    Object.assign(bank(), { balance_too_low: false, refunds_at_once: true })
    await calls.sendRefundAgain(scenes.paymentIn(scene).id, 50)
    await cronAfter(1)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(scene), status: 'processed' }])
  })

  test('is asked for again ever more seldom', async () => {
    await scenes.cancelledScene()
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

describe("parts of a payment that are given back in the provider's dashboard", () => {
  const giveBack = (scene: Scene, amount: number) => bank().refundInDashboard(scenes.paymentIn(scene).id, amount)

  /** The reconciler of orders too, whose turn it may not be. */
  async function everythingAsked(): Promise<void> {
    await flush()
    rows('UPDATE bookings SET next_check_at = 0')
    await cronAfter(7 * 60)
  }

  test('end the ride when all of them are processed, not when all of them are made', async () => {
    const scene = await scenes.confirmedScene()
    const halves = [giveBack(scene, 2500), giveBack(scene, 2500)]
    expect(scenes.paymentIn(scene)).toMatchObject({ amount_refunded: 5000, status: 'refunded' })
    await everythingAsked()
    bank().processRefund(halves[0]?.id ?? '')
    await everythingAsked()
    expect(storedBookings()).toMatchObject([{ state: 'confirmed' }])
    expect(storedRefunds()).toEqual([])
    bank().processRefund(halves[1]?.id ?? '')
    await flush()
    expect(storedBookings()).toMatchObject([{ state: 'cancelled' }])
    expect(storedRefunds()).toMatchObject([{ reason: 'elsewhere', refund_id: halves[1]?.id, status: 'processed' }])
  })

  test('end the ride without a webhook, once the cron asks', async () => {
    const scene = await scenes.confirmedScene()
    for (const half of [giveBack(scene, 2500), giveBack(scene, 2500)]) bank().processRefund(half.id)
    bank().webhooks.pending = []
    await everythingAsked()
    expect(storedBookings()).toMatchObject([{ state: 'cancelled' }])
  })

  test('leave the ride where one of them fails', async () => {
    const scene = await scenes.confirmedScene()
    const [one, other] = [giveBack(scene, 2500), giveBack(scene, 2500)]
    bank().failRefund(one?.id ?? '')
    bank().processRefund(other?.id ?? '')
    await everythingAsked()
    expect(storedBookings()).toMatchObject([{ state: 'confirmed' }])
    expect(storedRefunds()).toEqual([])
  })

  test('are counted all, however many they are', async () => {
    const scene = await scenes.confirmedScene()
    for (let part = 0; part < 25; part += 1) bank().processRefund(giveBack(scene, 200).id)
    await everythingAsked()
    expect(storedBookings()).toMatchObject([{ state: 'cancelled' }])
  })

  test('that fail change nothing of a refund of ours, at whatever point', async () => {
    const scene = await scenes.confirmedScene()
    const parts = [1, 2, 3].map(() => giveBack(scene, 500).id)
    const failPart = async () => {
      bank().failRefund(parts.pop() ?? '')
      await flush()
    }
    await failPart()
    expect(storedRefunds()).toEqual([])
    await scenes.cancel(scene)
    await failPart()
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    await cronAfter(1)
    await failPart()
    expect(storedRefunds()).toMatchObject([{ note: null, status: 'sent' }])
  })

  test('are given back by us where they fail after ours went back without them', async () => {
    const scene = await scenes.confirmedScene()
    const part = giveBack(scene, 1000)
    await scenes.cancel(scene)
    await cronAfter(1)
    bank().processRefund(newestOf(scene))
    await everythingAsked()
    expect(storedRefunds()).toMatchObject([{ status: 'sent' }])
    bank().failRefund(part.id)
    await everythingAsked()
    await everythingAsked()
    bank().processRefund(newestOf(scene))
    await everythingAsked()
    expect(storedRefunds()).toMatchObject([{ status: 'processed' }])
    expect(refundsAt(scene).map(({ amount, status }) => [amount, status])).toEqual([
      [1000, 'failed'],
      [4000, 'processed'],
      [1000, 'processed']
    ])
  })

  test('stand for ours where they leave nothing to give back', async () => {
    const scene = await scenes.confirmedScene()
    const halves = [giveBack(scene, 2500), giveBack(scene, 2500)]
    await scenes.cancel(scene)
    await cronAfter(1)
    expect(storedRefunds()).toMatchObject([{ status: 'sent' }])
    bank().processRefund(halves[0]?.id ?? '')
    await everythingAsked()
    expect(storedRefunds()).toMatchObject([{ status: 'sent' }])
    bank().processRefund(halves[1]?.id ?? '')
    await everythingAsked()
    expect(storedRefunds()).toMatchObject([{ status: 'processed' }])
    expect(refundsAt(scene)).toHaveLength(2)
  })

  test('keep a rest that is refused time and again from no admin', async () => {
    const scene = await scenes.confirmedScene()
    const part = giveBack(scene, 1000)
    bank().processRefund(part.id)
    await scenes.cancel(scene)
    bank().balance_too_low = true
    for (const minutes of [1, 2, 4, 8, 16, 32, 64, 128]) await cronAfter(minutes)
    expect(storedRefunds()).toMatchObject([{ refund_id: null, status: 'review' }])
    Object.assign(bank(), { balance_too_low: false, refunds_at_once: true })
    expect(await calls.sendRefundAgain(scenes.paymentIn(scene).id, 50)).toMatchObject({ status: 200 })
    await everythingAsked()
    expect(storedRefunds()).toMatchObject([{ status: 'processed' }])
    expect(refundsAt(scene).map(({ amount }) => amount)).toEqual([1000, 4000])
  })

  test('of which one fails, in place of ours, wait for an admin, who reads that a part went back', async () => {
    const scene = await scenes.confirmedScene()
    const halves = [giveBack(scene, 2500), giveBack(scene, 2500)]
    await scenes.cancel(scene)
    await cronAfter(1)
    bank().failRefund(halves[0]?.id ?? '')
    await everythingAsked()
    expect(storedRefunds()).toMatchObject([{ note: text.refundPartFailed, status: 'review' }])
    bank().refunds_at_once = true
    bank().processRefund(halves[1]?.id ?? '')
    expect(await calls.sendRefundAgain(scenes.paymentIn(scene).id, 50)).toMatchObject({ status: 200 })
    await everythingAsked()
    expect(storedRefunds()).toMatchObject([{ status: 'processed' }])
    expect(refundsAt(scene).map(({ amount, status }) => [amount, status])).toEqual([
      [2500, 'failed'],
      [2500, 'processed'],
      [2500, 'processed']
    ])
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
    injectFaults(({ what }) => {
      // The other's batch comes in before this one's.
      if (what.includes('note = ?2')) rows("UPDATE refunds SET status = 'due'")
      return null
    })
    expect(await calls.closeRefundByHand(payment_id, 50)).toMatchObject({ detail: text.refundNotOpen, status: 409 })
    stopFaults()
    expect(storedRefunds()).toMatchObject([{ note: text.refundFailed, status: 'due' }])
    expect(rows('SELECT action FROM audits WHERE subject = ?', payment_id)).toEqual([])
  })

  test('close it once, and may close it both', async () => {
    const payment_id = await inReview()
    await Promise.all([calls.closeRefundByHand(payment_id, 50), calls.closeRefundByHand(payment_id, 50)])
    expect(storedRefunds()).toMatchObject([{ note: calls.MANUAL_REFUND_NOTE, status: 'processed' }])
  })
})

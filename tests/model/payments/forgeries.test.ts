import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { razorpay } from '#server/payments/provider/razorpay.ts'
import { receiveWebhook } from '#server/payments/webhooks.ts'
import { isValidSignature } from '#server/runtime/crypto.ts'
import { env } from '#server/runtime/env.ts'
import { signatureOf } from '#tests/fakes/razorpay/signing.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'

// The signature checks, a thousand times over: only what the provider signed is accepted.

const KEY_SECRET = 'thisissupersecret'
const [PRESENT, BEFORE] = ['the-present-webhook-secret', 'the-webhook-secret-before']

beforeAll(() => {
  Object.assign(env, {
    PAYMENT_PROVIDER: 'razorpay',
    RAZORPAY_KEY_SECRET: KEY_SECRET,
    RAZORPAY_WEBHOOK_SECRET: PRESENT,
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: BEFORE
  })
})

const RUNS = { numRuns: 1500 }

/** Texts that resemble a signature, and others, but never the signature itself. */
function mutationsOf(genuine: string): fc.Arbitrary<string> {
  const place = fc.nat(genuine.length - 1)
  const digit = (by: number, old = '0') => ((Number.parseInt(old, 16) + by) % 16).toString(16)
  const bytes = Buffer.from(genuine, 'hex')
  return fc
    .oneof(
      fc.stringMatching(/^[0-9a-f]{64}$/),
      fc
        .tuple(place, fc.integer({ max: 15, min: 1 }))
        .map(([at, by]) => genuine.slice(0, at) + digit(by, genuine[at]) + genuine.slice(at + 1)),
      fc.tuple(place, place).map(([from, to]) => genuine.slice(from) + genuine.slice(to)),
      place.map(length => genuine.slice(0, length)),
      fc
        .tuple(place, fc.string({ maxLength: 4, minLength: 1 }))
        .map(([at, more]) => genuine.slice(0, at) + more + genuine.slice(at)),
      fc.string({ maxLength: 5, minLength: 1 }).map(more => genuine + more),
      fc.constantFrom('', genuine.toUpperCase(), ` ${genuine}`, `${genuine}\n`, `0x${genuine}`, `sha256=${genuine}`),
      fc.constantFrom(bytes.toString('base64'), bytes.toString('latin1'), genuine.split('').reverse().join('')),
      fc.string()
    )
    .filter(forged => forged !== genuine)
}

describe('a payment report of a browser', () => {
  const order_id = 'order_IluGWxBm9U8zJ8'
  const payment_id = 'pay_IH4NVgf4Dreq1l'
  const genuine = signatureOf(`${order_id}|${payment_id}`, KEY_SECRET)
  const verified = (signed: { order_id: string; payment_id: string; signature: string }) =>
    razorpay.verifySignature(signed)

  test('is accepted with the signature of the provider', async () => {
    expect(await verified({ order_id, payment_id, signature: genuine })).toBe(true)
  })

  test('is rejected with any other signature', async () => {
    await fc.assert(
      fc.asyncProperty(mutationsOf(genuine), async signature => !(await verified({ order_id, payment_id, signature }))),
      RUNS
    )
  })

  test('is rejected for any other order or payment', async () => {
    const other = (id: string) =>
      fc.oneof(
        fc.string(),
        fc.nat(id.length).map(length => id.slice(0, length)),
        fc.string().map(more => id + more)
      )
    await fc.assert(
      fc.asyncProperty(fc.tuple(other(order_id), other(payment_id)), async ([order, payment]) => {
        const isTheSame = `${order}|${payment}` === `${order_id}|${payment_id}`
        return isTheSame || !(await verified({ order_id: order, payment_id: payment, signature: genuine }))
      }),
      RUNS
    )
  })

  test('is rejected under any other secret', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1 }).filter(secret => secret !== KEY_SECRET),
        async secret =>
          !(await isValidSignature(
            `${order_id}|${payment_id}`,
            signatureOf(`${order_id}|${payment_id}`, secret),
            KEY_SECRET
          ))
      ),
      RUNS
    )
  })
})

describe('a webhook', () => {
  const event = JSON.stringify({
    event: 'payment.captured',
    payload: {
      payment: { entity: { amount: 5000, currency: 'INR', id: 'pay_1', order_id: 'order_1', status: 'captured' } }
    }
  })
  const encoder = new TextEncoder()
  const receive = (body: Uint8Array<ArrayBuffer>, signature: string) =>
    receiveWebhook({ body }, null, {
      clock: () => new Date(),
      headers: new Headers(signature === '' ? {} : { 'x-razorpay-signature': signature }),
      isSecure: true,
      now: new Date(),
      responseHeaders: new Headers()
    })

  const isRefused = (body: Uint8Array<ArrayBuffer>, signature: string) =>
    receive(body, signature).then(
      () => false,
      (error: unknown) => error instanceof Error && 'status' in error && error.status === 400
    )

  /** Other bytes, with a small or a large change. */
  function otherBytes(text: string): fc.Arbitrary<Uint8Array<ArrayBuffer>> {
    const bytes = encoder.encode(text)
    const place = fc.nat(bytes.length - 1)
    const parsed: unknown = JSON.parse(text)
    return fc
      .oneof(
        fc
          .tuple(place, fc.integer({ max: 255, min: 1 }))
          .map(([at, by]) => bytes.with(at, ((bytes[at] ?? 0) + by) % 256)),
        place.map(length => bytes.slice(0, length)),
        fc.uint8Array({ maxLength: 8, minLength: 1 }).map(more => Uint8Array.from([...bytes, ...more])),
        fc
          .tuple(place, fc.constantFrom(' ', '\n', '\t'))
          .map(([at, space]) => encoder.encode(text.slice(0, at) + space + text.slice(at))),
        fc.integer({ max: 9, min: 1 }).map(indent => encoder.encode(JSON.stringify(parsed, null, indent))),
        fc.json().map(json => encoder.encode(json)),
        fc.uint8Array()
      )
      .map(other => new Uint8Array(other))
  }

  test.each([
    ['the current secret', PRESENT],
    ['the previous secret', BEFORE]
  ])('is accepted as it was signed under %s', async (_, secret) => {
    const nothing = JSON.stringify({ event: 'payout.processed', payload: {} })
    expect(await receive(encoder.encode(nothing), signatureOf(nothing, secret))).toEqual({
      message: expect.any(String)
    })
  })

  test('is rejected with other bytes than were signed', async () => {
    const signature = signatureOf(event, PRESENT)
    await fc.assert(
      fc.asyncProperty(
        otherBytes(event),
        async other => Buffer.from(other).equals(Buffer.from(event)) || isRefused(other, signature)
      ),
      RUNS
    )
    expect(rows('SELECT * FROM webhook_events')).toEqual([])
  })

  test('is rejected with any other signature', async () => {
    const body = encoder.encode(event)
    await fc.assert(
      // A header cannot contain every text.
      fc.asyncProperty(mutationsOf(signatureOf(event, PRESENT)).filter(isHeader), forged => isRefused(body, forged)),
      RUNS
    )
  })

  test('is rejected under any other secret, also an empty one', async () => {
    const body = encoder.encode(event)
    for (const secret of ['', ' ', KEY_SECRET, `${PRESENT}\n`, `${BEFORE} `, 'undefined', 'null']) {
      expect(await isRefused(body, signatureOf(event, secret))).toBe(true)
    }
  })

  test('is rejected under an empty secret if there was no previous one', async () => {
    env.RAZORPAY_WEBHOOK_SECRET_PREVIOUS = ''
    expect(await isRefused(encoder.encode(event), signatureOf(event, ''))).toBe(true)
    env.RAZORPAY_WEBHOOK_SECRET_PREVIOUS = BEFORE
  })
})

const isHeader = (text: string) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)

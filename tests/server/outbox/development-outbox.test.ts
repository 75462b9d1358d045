import { beforeAll, expect, test } from 'vitest'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import type { MessageKind, RIDER_MESSAGE_KINDS } from '#domain/outbox/outbox.ts'
import { PATHS } from '#domain/routes.ts'
import { timeText } from '#domain/time/india-time.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import * as legalLinksText from '#messages/legal/legal-links.ts'
import { signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertScooter } from '#tests/helpers/data/rows.ts'
import { setHoldSeconds } from '#tests/helpers/data/stored-state.ts'
import { app, sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

const HOUR = 3600
/** Those about a decision, such as one of a licence, are in tests/server/riders; those of staff in tests/server/staff. */
type Decided = 'license_approved' | 'license_rejected' | 'restored' | 'suspended'
const SUBJECTS: Record<Exclude<(typeof RIDER_MESSAGE_KINDS)[number], Decided>, RegExp> = {
  booked: /^Your scooter is booked: .* IST$/,
  cancelled: /^Your booking was cancelled$/,
  confirm_email: /^Confirm your email$/,
  email_changed: /^Your email was changed$/,
  ends_soon: /^Your ride ends at \d+:\d\d\s[ap]m.* IST$/,
  extended: /^Extended until \d+:\d\d\s[ap]m.* IST$/,
  hold_lapsing: /^\d+ minutes left to pay$/,
  moved: /^Your scooter is now .+$/,
  not_ready: /^.+ may not be ready at \d+:\d\d\s[ap]m.* IST$/,
  overdue: /^Please return .+$/,
  password_reset: new RegExp(`^A new password for ${BRAND_NAME}$`),
  payment_lost: /^Your ₹140 is being refunded$/,
  pin_changed: /^Your scooter&#39;s PIN has changed$/,
  refunded: /^₹140 was refunded$/,
  starts_soon: /^Your ride starts at \d+:\d\d\s[ap]m.* IST$/
}

const KINDS = Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[]

/** The kinds that say when they are about, which is also when they expire. */
const ABOUT: Partial<Record<MessageKind, string>> = {
  ends_soon: 'b.end_at',
  hold_lapsing: 'b.hold_until',
  starts_soon: 'b.start_at'
}

const addMessageSql = (expires: string) => `
INSERT INTO outbox (id, key, kind, channel, user_id, booking_id, facts, due_at, expires_at, state, created_at)
SELECT 'of-' || ?1, ?1, ?1, 'mail', b.user_id, b.id, ?3, unixepoch() - 60, ${expires}, 'due', unixepoch() FROM bookings b WHERE b.id = ?2`

const SCOOTER = 'Blue 3'

const FACTS = JSON.stringify({
  before: 'Red 1',
  email: 'old@example.test',
  hash: 'a',
  paise: 14_000,
  reason: 'slot_lost',
  scooter: SCOOTER,
  token_id: 't'
})

beforeAll(async () => {
  const rider = await signedInRider()
  const scooter = await insertScooter(rider.property_id, { name: SCOOTER })
  const at = (hours: number) => new Date(Date.now() + hours * HOUR * 1000)
  const ride = { scooter_id: scooter.id, user_id: rider.id }
  const paid = await insertBooking({ ...ride, end: at(3), start: at(2) })
  const held = await insertBooking({ ...ride, end: at(6), start: at(5), state: 'held' })
  await setHoldSeconds(held.id, 280)
  const late = await insertBooking({ ...ride, end: at(-0.5), start: at(-2) })
  const next = await insertBooking({ ...ride, end: at(1), start: at(0.25), user_id: (await signedInRider()).id })
  await sql(
    "INSERT INTO property_settings (property_id, return_mode, updated_at) VALUES (?, 'confirmed', 0)",
    rider.property_id
  )
  await sql(
    "INSERT INTO email_tokens (hash, kind, user_id, expires_at) VALUES ('a', 'password_reset', ?, unixepoch() + 600)",
    rider.id
  )
  const rideOf: Partial<Record<MessageKind, { id: string }>> = { hold_lapsing: held, not_ready: next, overdue: late }
  for (const kind of KINDS) {
    const { id } = rideOf[kind] ?? paid
    await sql(addMessageSql(ABOUT[kind] ?? `unixepoch() + ${HOUR}`), kind, id, FACTS)
  }
  await app.runMinute()
  await sql('UPDATE outbox SET sent_at = unixepoch() / 60 * 60 - 30')
})

test('the outbox of development lists every kind of mail and shows it as it looks', async () => {
  const list = await (await app.fetch('/outbox')).text()
  const [sent] = await sql<{ at: number }>('SELECT max(sent_at) AS at FROM outbox')
  expect(list).toContain(`booked · ${timeText(new Date(Number(sent?.at) * SECOND_MS))}`)
  for (const kind of KINDS) {
    expect(list).toContain(`<a href="/outbox/of-${kind}">`)
    const response = await app.fetch(`/outbox/of-${kind}`)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await response.text()
    expect(/<h1>(.*)<\/h1>/.exec(html)?.[1]).toMatch(SUBJECTS[kind])
    expect(html.match(/class="button"/g)).toHaveLength(1)
    expect(html).toContain(`${legalLinksText.complaints}: <a href="${PATHS.contact}">`)
  }
  expect((await app.fetch('/outbox/unknown')).status).toBe(404)
})

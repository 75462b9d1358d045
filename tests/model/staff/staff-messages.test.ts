import { describe, expect, test } from 'vitest'
import { addDays, dayOf, instantAt } from '#domain/time/india-time.ts'
import * as staffMailsText from '#messages/staff-mails.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { advanceTime, cron, cronAfter, startHarnessForEachTest } from '#tests/model/harness/harness.ts'
import { insertProperty, PROPERTY, SCOOTERS } from '#tests/model/harness/seed.ts'

// What the people of the portal are told. The clock begins at noon in India on Wed 11 Jun 2025.

startHarnessForEachTest()

interface Sent {
  account: string
  kind: string
  state: string
  subject: string | null
}

const sent = (kind: string) =>
  rows<Sent & { body: string | null }>(
    'SELECT admin_id AS account, kind, state, subject, body FROM outbox WHERE kind = ? ORDER BY admin_id, rowid',
    kind
  )
const accountsOf = (kind: string) => sent(kind).map(({ account }) => account)

function addStaff(id: string, role: string, properties: readonly string[] = [], more = ''): void {
  rows(
    `INSERT INTO admins (id, name, email, password_hash, role, daily_mail, created_at) VALUES (?1, ?1, ?1 || '@x', 'x', ?2, 1, 0)`,
    id,
    role
  )
  for (const property of properties) rows('INSERT INTO admin_properties VALUES (?, ?)', id, property)
  if (more) rows(`UPDATE admins SET ${more} WHERE id = ?`, id)
}

const HOURS = 60

let count = 0

/** A paid ride of three hours, so many days ahead at this hour in India. */
function paidRide(days: number, hour: number): { id: string; payment: string } {
  const id = `booking-${++count}`
  const payment = `pay-${count}`
  const start = instantAt(addDays(dayOf(new Date()), days), `${hour}:00`).getTime() / 1000
  rows(
    `INSERT INTO bookings (id, kind, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                           amount, state, payment_id, paid_at, created_at, updated_at)
     VALUES (?1, 'ride', 'r0', ?2, 'Blue 3', ?3, 'Palm Grove', ?4, ?4 + 10800, 3, 140, 'confirmed', ?5, 0, 0, 0)`,
    id,
    SCOOTERS[0],
    PROPERTY,
    start,
    payment
  )
  rows(
    "INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at) VALUES (?1, ?2, ?1, 'captured', 14000, 'INR', 0)",
    payment,
    id
  )
  return { id, payment }
}

describe('the mail with the day', () => {
  test('comes once between 7 and 10, for all own properties, and says what is to do without a name', async () => {
    insertProperty('q')
    addStaff('caretaker', 'caretaker', [PROPERTY, 'q'])
    addStaff('elsewhere', 'manager', ['q'])
    addStaff('invited', 'manager', [PROPERTY], 'invited_at = 1')
    addStaff('quiet', 'manager', [PROPERTY], 'daily_mail = 0')
    paidRide(1, 10)
    rows("UPDATE scooters SET status = 'Maintenance' WHERE id = ?", SCOOTERS[1])
    rows("INSERT INTO pin_changes (scooter_id, new_pin, created_at) VALUES (?, '739264', 0)", SCOOTERS[0])
    await cron()
    expect(sent('day')).toEqual([])
    await cronAfter(18 * HOURS + 59)
    expect(sent('day')).toEqual([])
    await cronAfter(1)
    await cronAfter(1)
    const [mail, empty] = sent('day')
    expect(accountsOf('day')).toEqual(['caretaker', 'elsewhere'])
    expect(mail?.subject).toBe('Thu 12 Jun: 1 ride starts, 1 ends')
    expect(mail?.body).toMatch(/10:00\s+am IST: Blue 3 starts/)
    expect(mail?.body).toMatch(/1 PIN to change.*1 scooter in maintenance/s)
    expect(mail?.body).not.toMatch(/r0|Asha/)
    expect(empty).toMatchObject({ account: 'elsewhere', state: 'dropped' })
  })

  test('comes late if the cron did not run at 7, but not after 10', async () => {
    addStaff('one', 'caretaker', [PROPERTY])
    paidRide(1, 15)
    advanceTime(21 * HOURS + 59)
    await cron()
    expect(accountsOf('day')).toEqual(['one'])
    addStaff('two', 'caretaker', [PROPERTY])
    await cronAfter(2)
    expect(accountsOf('day')).toEqual(['one'])
  })
})

describe('a PIN that still has to be changed', () => {
  test('is told an hour before the next ride to those who look after the property, else to the owners', async () => {
    paidRide(0, 15)
    rows("INSERT INTO pin_changes (scooter_id, new_pin, created_at) VALUES (?, '739264', 0)", SCOOTERS[0])
    await cronAfter(1 * HOURS + 59)
    expect(sent('pin_due')).toEqual([])
    await cronAfter(1)
    expect(sent('pin_due')).toMatchObject([{ account: 'a0', subject: expect.stringMatching(/^Change the PIN of /) }])
    expect(sent('pin_due')[0]?.body).toMatch(/Next ride: 3:00\s+pm IST\./)
    addStaff('caretaker', 'caretaker', [PROPERTY])
    addStaff('quiet', 'caretaker', [PROPERTY], 'tell_trouble = 0')
    await cronAfter(1)
    expect(accountsOf('pin_due')).toEqual(['a0', 'caretaker'])
  })

  test('is told with the ride that is late, if the scooter is not back', async () => {
    rows("INSERT INTO property_settings (property_id, return_mode, updated_at) VALUES (?, 'confirmed', 0)", PROPERTY)
    paidRide(0, 10)
    paidRide(0, 15)
    rows("INSERT INTO pin_changes (scooter_id, new_pin, created_at) VALUES (?, '739264', 0)", SCOOTERS[0])
    await cronAfter(2 * HOURS)
    expect(sent('pin_due')[0]?.body).toContain(staffMailsText.scooterIsLate('Blue 3'))
  })

  test('is not told once the lock has it', async () => {
    paidRide(0, 15)
    rows(
      `INSERT INTO outbox (id, key, kind, channel, admin_id, booking_id, due_at, expires_at, state, created_at)
       SELECT 'm', 'm', 'pin_due', 'mail', 'a0', id, 0, 9999999999, 'due', 0 FROM bookings`
    )
    await cron()
    expect(sent('pin_due')).toMatchObject([{ state: 'dropped' }])
  })
})

describe('money that needs an owner', () => {
  test('is told to every owner, once for each refund, and twice for a dispute', async () => {
    addStaff('manager', 'manager', [PROPERTY])
    addStaff('second', 'owner')
    const { id, payment } = paidRide(5, 10)
    rows(
      "INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, created_at) VALUES ('f', ?, ?, 14000, 'goodwill', 'review', 0)",
      payment,
      id
    )
    const respondBy = Math.floor(Date.now() / 1000) + 5 * 86_400
    rows(
      `INSERT INTO disputes (dispute_id, payment_id, booking_id, paise, paise_deducted, currency, phase, reason, status, respond_by, created_at, told_at)
       VALUES ('d', ?, ?, 14000, 0, 'INR', 'chargeback', 'x', 'open', ?, 0, 0)`,
      payment,
      id,
      respondBy
    )
    await cron()
    await cronAfter(1)
    expect(sent('refund_review').map(({ account, subject }) => [account, subject])).toEqual([
      ['a0', 'A refund of ₹140 needs you'],
      ['second', 'A refund of ₹140 needs you']
    ])
    expect(accountsOf('dispute')).toEqual(['a0', 'second'])
    await cronAfter(2 * 24 * HOURS + 1)
    expect(accountsOf('dispute')).toEqual(['a0', 'a0', 'second', 'second'])
    expect(sent('dispute')[0]?.subject).toBe('A bank disputes ₹140')
    rows("UPDATE disputes SET status = 'won'")
    await cronAfter(24 * HOURS)
    expect(accountsOf('dispute')).toHaveLength(4)
  })
})

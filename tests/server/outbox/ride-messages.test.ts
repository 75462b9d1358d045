import { describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin, moveRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { cancelBooking, extendBooking, returnRide } from '#contract/bookings/manage-ride.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { closeRefund } from '#contract/payments/refunds.ts'
import { deleteRider, listRiderMessages } from '#contract/riders/admin-riders.ts'
import { updateProfile } from '#contract/riders/edit-profile.ts'
import { timeText } from '#domain/time/india-time.ts'
import { timeOrDateText } from '#domain/time/time-texts.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time/time-units.ts'
import * as commonText from '#messages/common.ts'
import * as mailsText from '#messages/mails.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { setPropertyRules } from '#tests/helpers/data/property-rules.ts'
import { insertScooter } from '#tests/helpers/data/rows.ts'
import { markDeleted, setHoldSeconds, setPaidAt, turnRemindersOff } from '#tests/helpers/data/stored-state.ts'
import { app, sql } from '#tests/helpers/servers/app.ts'
import { deliverWebhooks, razorpayServer } from '#tests/helpers/servers/provider.ts'
import { rideUnderWay, storedRow } from '#tests/server/bookings/rides/rides-under-way.ts'
import {
  afterMinutes,
  anotherRider,
  bookedByRival,
  bookingRequest,
  bookingSeenByRider,
  expireHold,
  type HeldBooking,
  holdScooter,
  minutesFromNow,
  paidAtBank,
  paidRide,
  refundsOf,
  reportPayment
} from '#tests/server/payments/sample-bookings.ts'
import { mailService, mailsTo, outboxRows, setUpMailTests, subjectsTo } from './sent-mails.ts'

setUpMailTests()

const admin = setUpAdmin()

const newRide = async () => paidRide(await anotherRider())
const minutesBefore = (time: string, minutes: number) => new Date(Date.parse(time) - minutes * MINUTE_MS)
const setPin = ({ scooter }: HeldBooking, otp_pin: string) =>
  admin.call(updateScooter, { body: { otp_pin }, params: { id: scooter.id } })
const endOf = ({ start_time }: HeldBooking, hours = 1) => new Date(Date.parse(start_time) + hours * 60 * MINUTE_MS)

async function extendByOneHour(ride: HeldBooking): Promise<string> {
  const order = await ride.rider.call(extendBooking, { body: { hours: 1 }, params: { id: ride.id } })
  const extension = { ...ride, id: order.session_id, order }
  await reportPayment(extension, paidAtBank(extension))
  return extension.id
}

describe('the rider of a ride', () => {
  test('gets each message from the booking to the end once and in order', async () => {
    const ride = await newRide()
    await afterMinutes(0)
    await afterMinutes(1)
    expect(subjectsTo(ride)).toEqual([expect.stringMatching(/^Your scooter is booked: \w{3} \d+ \w{3}, .* IST$/)])
    await extendByOneHour(ride)
    for (const minutes of [31, 30, 29, 28]) await app.runMinute(minutesBefore(ride.start_time, minutes))
    for (const minutes of [11, 10, 9, 8]) await app.runMinute(new Date(endOf(ride, 2).getTime() - minutes * MINUTE_MS))
    expect(subjectsTo(ride).slice(1)).toEqual([
      expect.stringMatching(/^Extended until \d+:\d\d\s[ap]m.* IST$/),
      expect.stringMatching(/^Your ride starts at \d+:\d\d\s[ap]m.* IST$/),
      expect.stringMatching(/^Your ride ends at \d+:\d\d\s[ap]m.* IST$/)
    ])
    const [booked] = mailsTo(ride)
    expect(booked).toMatchObject({ from: 'ScootStay <rides@scootstay.test>', to: [ride.rider.email] })
    expect(booked?.text).toContain('https://scootstay.test/my-bookings')
  })

  test('reads until when it can cancel for free, and not a minute more', async () => {
    const ride = await newRide()
    await sql("UPDATE bookings SET terms = json_set(terms, '$.late_cancel_percent', 50) WHERE id = ?", ride.id)
    await setPaidAt(ride.id, Date.parse(ride.start_time) / SECOND_MS - 3570)
    await afterMinutes(0)
    expect(mailsTo(ride)[0]?.text).toContain(`for free until ${timeText(minutesBefore(ride.start_time, 50))} on `)
  })

  test('gets no message with its PIN', async () => {
    const ride = await newRide()
    await setPin(ride, '731904')
    await afterMinutes(0)
    await app.runMinute(minutesBefore(ride.start_time, 30))
    await app.runMinute(minutesBefore(endOf(ride).toISOString(), 10))
    expect(mailsTo(ride)).toHaveLength(3)
    expect(JSON.stringify(mailsTo(ride))).not.toContain('731904')
  })

  test('gets no reminder of its end after returning it', async () => {
    const ride = await rideUnderWay(-1, 2)
    const { end_at } = await storedRow(ride.id)
    await ride.rider.call(returnRide, { body: {}, params: { id: ride.id } })
    await app.runMinute(new Date((end_at - 300) * 1000))
    expect((await outboxRows()).map(({ kind }) => kind)).not.toContain('ends_soon')
  })

  test('reads only of the cancellation if it comes before the first mail is sent', async () => {
    const ride = await newRide()
    await ride.rider.call(cancelBooking, { body: { amount: 50 }, params: { id: ride.id } })
    await afterMinutes(0)
    expect(subjectsTo(ride).toSorted()).toEqual(
      ['Your booking was cancelled', '₹50 was refunded'].toSorted().slice(0, subjectsTo(ride).length)
    )
    expect((await outboxRows()).find(({ kind }) => kind === 'booked')).toMatchObject({
      state: 'dropped',
      subject: null
    })
  })
})

describe('the mail about a refund', () => {
  async function refundMail(isRefundedByHand = false): Promise<string | undefined> {
    const ride = await newRide()
    const { bank } = razorpayServer()
    bank.refunds_at_once = true
    bank.balance_too_low = isRefundedByHand
    await ride.rider.call(cancelBooking, { body: { amount: 50 }, params: { id: ride.id } })
    if (isRefundedByHand) {
      await sql("UPDATE refunds SET status = 'review' WHERE booking_id = ?", ride.id)
      const [{ id = '' } = {}] = await refundsOf(ride)
      await admin.call(closeRefund, { body: { amount: 50, note: 'In cash' }, params: { id } })
    }
    for (const minutes of [0, 1]) await afterMinutes(minutes)
    return mailsTo(ride).find(({ subject }) => subject === '₹50 was refunded')?.text
  }

  test('has the reference of the bank, or says where it will stand', async () => {
    expect(await refundMail()).toContain('Bank reference 10000000000000: your bank can find it with this.')
    razorpayServer().bank.reference = []
    expect(await refundMail()).toContain('Its bank reference will stand in My Bookings.')
  })

  test('promises no reference of money that was given by hand', async () => {
    const text = await refundMail(true)
    expect(text).toContain('Your bank may take some days to show it.')
    expect(text).not.toMatch(/reference will/)
  })
})

describe('the reminder of the end of a ride', () => {
  const setLongestRide = ({ rider }: HeldBooking, max_ride_hours: number | null) =>
    setPropertyRules(admin, rider.property_id, { max_ride_hours })

  async function reminderOf(ride: HeldBooking): Promise<string | undefined> {
    await app.runMinute(minutesBefore(endOf(ride).toISOString(), 10))
    return mailsTo(ride).find(({ subject }) => subject.startsWith('Your ride ends'))?.text
  }

  async function rivalAfter(ride: HeldBooking): Promise<void> {
    const next = await bookedByRival({ scooter: ride.scooter, start_time: endOf(ride).toISOString() })
    await reportPayment(next, paidAtBank(next))
  }

  async function ownRideAfter(ride: HeldBooking): Promise<void> {
    const next = { scooter: await insertScooter(ride.rider.property_id), start_time: endOf(ride).toISOString() }
    const order = await ride.rider.call(createHourlyBooking, bookingRequest(next))
    const held = { ...next, id: order.session_id, order, rider: ride.rider }
    await reportPayment(held, paidAtBank(held))
  }

  test('says that the ride can be extended', async () => {
    expect(await reminderOf(await newRide())).toContain('You can extend your ride in My Bookings.')
  })

  test.each<[string, (ride: HeldBooking) => Promise<unknown>]>([
    ['the scooter has another ride', rivalAfter],
    ['the rider has another ride', ownRideAfter],
    ['the ride is as long as the property allows', ride => setLongestRide(ride, 1)],
    [
      'the scooter is in maintenance',
      ({ scooter }) => admin.call(updateScooter, { body: { status: 'Maintenance' }, params: { id: scooter.id } })
    ],
    // An admin cannot delete a scooter with a ride ahead. Another path to such a row must not promise an extension.
    ['the scooter is deleted', ({ scooter }) => markDeleted('scooter', scooter.id)]
  ])('promises no extension if %s', async (_, change) => {
    const ride = await newRide()
    await change(ride)
    const reminder = await reminderOf(ride)
    expect(reminder).toContain("Your ride can't be extended any further.")
    expect(reminder).not.toContain('You can extend')
    await setLongestRide(ride, null)
  })
})

describe('a cancellation', () => {
  test('by the rider says what is refunded', async () => {
    const ride = await newRide()
    await ride.rider.call(cancelBooking, { body: { amount: 50 }, params: { id: ride.id } })
    await afterMinutes(0)
    const mail = mailsTo(ride).find(({ subject }) => subject === 'Your booking was cancelled')
    expect(mail?.text).toContain('₹50 of ₹50 will be refunded.')
    expect(mail?.text).not.toContain('We cancelled')
  })

  test('by an admin says that we cancelled, why and what we owe, and counts the whole ride', async () => {
    const ride = await newRide()
    await extendByOneHour(ride)
    const amount = (await bookingSeenByRider(ride))?.amount ?? 0
    const [last] = await sql<{ end: number }>('SELECT max(end_at) AS end FROM bookings WHERE ride_id = ?', ride.id)
    await sql(
      `UPDATE bookings SET terms = '{"free_cancel_minutes":10080,"grace_minutes":0,"late_cancel_percent":0,"operator_bears":true}'
        WHERE id = ?`,
      ride.id
    )
    const body = { amount, owed: amount, reason: ' Flat tyre ' }
    await admin.call(cancelBookingAsAdmin, { body, params: { id: ride.id } })
    await afterMinutes(0)
    const mails = mailsTo(ride).filter(({ subject }) => subject === 'Your booking was cancelled')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(
      `We cancelled this booking: "Flat tyre". ₹${amount} of ₹${amount} will be refunded.`
    )
    expect(mails[0]?.text).toContain(myBookingsText.alsoOwed(amount))
    expect(mails[0]?.text).toContain(commonText.inIndianTime(timeText(new Date(Number(last?.end) * SECOND_MS))))
  })
})

const TEXT = { before: '', when: '' }

describe('the calendar file of a mail', () => {
  const fileOf = (ride: HeldBooking, subject: RegExp) => {
    const [file] = mailsTo(ride).find(mail => subject.test(mail.subject))?.attachments ?? []
    return { ...file, text: Buffer.from(file?.content ?? '', 'base64').toString() }
  }
  const lineOf = (text: string, name: string) => text.split('\r\n').find(line => line.startsWith(`${name}:`))

  test('is replaced by that of an extension and of the cancellation, and has no PIN', async () => {
    const ride = await newRide()
    await setPin(ride, '731904')
    await afterMinutes(0)
    await extendByOneHour(ride)
    await afterMinutes(1)
    const amount = (await bookingSeenByRider(ride))?.amount ?? 0
    await ride.rider.call(cancelBooking, { body: { amount }, params: { id: ride.id } })
    await afterMinutes(2)
    const files = [fileOf(ride, /^Your scooter is booked/), fileOf(ride, /^Extended/), fileOf(ride, /cancelled$/)]
    expect(files.map(({ filename }) => filename)).toEqual(['scooter.ics', 'scooter.ics', 'scooter.ics'])
    expect(files.map(({ text }) => lineOf(text, 'METHOD'))).toEqual([
      'METHOD:REQUEST',
      'METHOD:REQUEST',
      'METHOD:CANCEL'
    ])
    for (const { text } of files) {
      expect(text).toContain(':mailto:rides@scootstay.test\r\n')
      expect(text.replaceAll('\r\n ', '')).toContain(`:mailto:${ride.rider.email}\r\n`)
    }
    expect(new Set(files.map(({ text }) => lineOf(text, 'UID')))).toEqual(new Set([`UID:${ride.id}@scootstay`]))
    const revisions = files.map(({ text }) => Number(lineOf(text, 'SEQUENCE')?.split(':')[1]))
    expect(revisions).toEqual([0, 1, 2])
    expect(lineOf(files[0]?.text ?? '', 'DTEND')).not.toBe(lineOf(files[1]?.text ?? '', 'DTEND'))
    expect(files.map(({ text }) => text).join()).not.toContain('731904')
  })

  const moveTo = async (ride: HeldBooking, from: { id: string }) => {
    const to = await insertScooter(ride.rider.property_id, { otp_pin: '731904' })
    const body = { from_scooter_id: from.id, reason: 'x', scooter_id: to.id }
    await admin.call(moveRideAsAdmin, { body, params: { id: ride.id } })
    return to
  }

  test('is replaced by that of a move, which names the scooter that the ride has now, and has no PIN', async () => {
    const ride = await newRide()
    await afterMinutes(0)
    const passing = await moveTo(ride, ride.scooter)
    const last = await moveTo(ride, passing)
    await afterMinutes(1)
    const mails = mailsTo(ride)
    // The mail about the first of the two moves was no longer true.
    expect(mails.slice(1).map(({ subject }) => subject)).toEqual([
      mailsText.moved({ ...TEXT, scooter: last.name }).subject
    ])
    expect(mails[1]?.text).toContain(`It replaces ${passing.name}.`)
    const [before, after] = [fileOf(ride, /^Your scooter is booked/), fileOf(ride, /^Your scooter is now/)]
    expect([before, after].map(({ text }) => lineOf(text, 'SEQUENCE'))).toEqual(['SEQUENCE:0', 'SEQUENCE:2'])
    expect(lineOf(after.text, 'UID')).toBe(lineOf(before.text, 'UID'))
    expect([lineOf(after.text, 'METHOD'), lineOf(after.text, 'SUMMARY')]).toEqual([
      'METHOD:REQUEST',
      expect.stringContaining(last.name)
    ])
    expect(after.text + mails[1]?.text).not.toContain('731904')
  })
})

describe('a payment', () => {
  test('that lost its slot is reported to the rider, then its refund', async () => {
    const held = await holdScooter(await anotherRider())
    await expireHold(held)
    const receipt = paidAtBank(held)
    await bookedByRival(held)
    razorpayServer().bank.refunds_at_once = true
    await reportPayment(held, receipt)
    await afterMinutes(0)
    await afterMinutes(1)
    expect(subjectsTo(held)).toEqual(['Your ₹50 is being refunded', '₹50 was refunded'])
    expect(mailsTo(held)[0]?.text).toContain('The scooter was taken before your payment arrived.')
  })

  test('that is the second of a booking is reported to the rider', async () => {
    const ride = await newRide()
    paidAtBank(ride, { second: true })
    await deliverWebhooks()
    await afterMinutes(0)
    const lost = mailsTo(ride).find(({ subject }) => subject === 'Your ₹50 is being refunded')
    expect(lost?.text).toContain('Your payment came after this booking was paid or cancelled.')
  })

  test('that is refunded is reported to the rider once, whoever reports it', async () => {
    const ride = await newRide()
    razorpayServer().bank.refunds_at_once = true
    await ride.rider.call(cancelBooking, { body: { amount: 50 }, params: { id: ride.id } })
    await afterMinutes(0)
    await deliverWebhooks()
    for (const minutes of [1, 2, 3]) await afterMinutes(minutes)
    expect(await refundsOf(ride)).toMatchObject([{ status: 'processed' }])
    expect(subjectsTo(ride).filter(subject => subject === '₹50 was refunded')).toHaveLength(1)
  })
})

describe('a new PIN of the scooter', () => {
  test('is announced to a rider who has read the old one, without the number', async () => {
    const ride = await newRide()
    await ride.rider.call(listMyBookings)
    await setPin(ride, '918273')
    await setPin(ride, '918273')
    await afterMinutes(0)
    const mails = mailsTo(ride).filter(({ subject }) => subject === "Your scooter's PIN has changed")
    expect(mails).toHaveLength(1)
    expect(JSON.stringify(mails)).not.toContain('918273')
  })

  test('is not announced to a rider who has not read the old one', async () => {
    const ride = await newRide()
    await setPin(ride, '918274')
    await afterMinutes(0)
    expect(subjectsTo(ride)).not.toContain("Your scooter's PIN has changed")
  })
})

describe('a hold', () => {
  test('is reminded five minutes before it ends', async () => {
    const held = await holdScooter(await anotherRider())
    await app.runMinute(minutesFromNow(9))
    expect(subjectsTo(held)).toEqual([])
    await app.runMinute(minutesFromNow(11))
    await app.runMinute(minutesFromNow(12))
    expect(subjectsTo(held)).toEqual(['4 minutes left to pay'])
  })

  test('of an extension is reminded of the extension', async () => {
    const ride = await newRide()
    await ride.rider.call(extendBooking, { body: { hours: 1 }, params: { id: ride.id } })
    const sentAt = minutesFromNow(11)
    await app.runMinute(sentAt)
    const reminder = mailsTo(ride).find(({ subject }) => subject === '4 minutes left to pay')
    expect(reminder?.text).toContain(`${rideCardText.completeToExtend}.`)
    expect(reminder?.text).toContain(
      `${rideCardText.extensionUntil(commonText.inIndianTime(timeOrDateText(endOf(ride, 2), sentAt)))}. We hold this time for you until`
    )
  })

  test('that is paid meanwhile gets no reminder', async () => {
    const held = await holdScooter(await anotherRider())
    await setHoldSeconds(held.id, 200)
    mailService().faults.push({ name: 'rate_limit_exceeded', status: 429 })
    await afterMinutes(0)
    await reportPayment(held, paidAtBank(held))
    await afterMinutes(1)
    expect(subjectsTo(held)).toEqual([expect.stringContaining('Your scooter is booked')])
  })

  test('gets no reminder if its rider wants none', async () => {
    const held = await holdScooter(await anotherRider())
    await turnRemindersOff(held.rider.id)
    await app.runMinute(minutesFromNow(11))
    expect(subjectsTo(held)).toEqual([])
  })
})

describe('an account', () => {
  test('with a new email address gets a mail at the old one', async () => {
    const rider = await anotherRider()
    const profile = {
      date_of_birth: '1995-06-15',
      email: `new-${rider.email}`,
      name: rider.name,
      phone: '+91 98450 12345',
      property_id: rider.property_id
    }
    await rider.call(updateProfile, { body: profile })
    await rider.call(updateProfile, { body: profile })
    await afterMinutes(0)
    expect(subjectsTo({ rider })).toEqual(['Your email was changed'])
  })

  test('that is deleted leaves nothing in the outbox, and gets no more messages', async () => {
    const ride = await rideUnderWay()
    await afterMinutes(0)
    await ride.rider.call(returnRide, { body: {}, params: { id: ride.id } })
    await sql("UPDATE outbox SET state = 'due', subject = 'again' WHERE user_id = ?", ride.rider.id)
    mailService().sent.length = 0
    await admin.call(deleteRider, { params: { id: ride.rider.id } })
    await afterMinutes(1)
    expect(mailsTo(ride)).toEqual([])
    const columns = 'state, facts, subject, body, error'
    expect(await sql(`SELECT ${columns} FROM outbox WHERE user_id = ?`, ride.rider.id)).toEqual([
      { body: null, error: null, facts: null, state: 'dropped', subject: null }
    ])
  })
})

test('an admin reads which messages a rider got, and which wait', async () => {
  const ride = await newRide()
  await afterMinutes(0)
  await ride.rider.call(cancelBooking, { body: { amount: 50 }, params: { id: ride.id } })
  const messages = await admin.call(listRiderMessages, { params: { id: ride.rider.id } })
  expect(messages).toMatchObject([
    { channel: 'mail', kind: 'cancelled', sent_at: null, state: 'due', subject: null },
    { kind: 'booked', state: 'sent', subject: expect.stringContaining('Your scooter is booked') }
  ])
  expect(JSON.stringify(messages)).not.toContain('is booked for you')
  expect(await ride.rider.refusal(listRiderMessages, { params: { id: ride.rider.id } })).toMatchObject({ status: 403 })
})

import { describe, expect, test } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { extendBooking, listExtensions } from '#contract/bookings/manage-ride.ts'
import { listPropertyScooters } from '#contract/catalogue/catalogue.ts'
import { decideLicence, setSuspension } from '#contract/review/review.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertBooking, insertScooter } from '#tests/helpers/data/rows.ts'
import { dayAhead, startApp } from '#tests/helpers/servers/app.ts'
import { needsNoLicence, reviewCalls } from './calls.ts'

startApp()

const admin = setUpAdmin()
const calls = reviewCalls(admin)

type Rider = Awaited<ReturnType<typeof signedInRider>>

/** The code of the refusal, or null: booked. Each try is at another hour of the day, so many days ahead. */
let hour = 6
async function tries(rider: Rider, scooter_id: string, days = 3) {
  const start_time = daysAhead(days, `${String(hour++ % 22).padStart(2, '0')}:00`)
  const input = { body: { duration_hours: 1 as const, scooter_id, start_time } }
  const listed = await rider.call(listPropertyScooters, { params: { property_id: rider.property_id } })
  const block = listed.find(({ id }) => id === scooter_id)?.booking_block ?? null
  const code = await rider.call(createHourlyBooking, input).then(
    () => null,
    async () => (await rider.refusal(createHourlyBooking, input)).detail
  )
  return { block, refused: code }
}

const may = { block: null, refused: null }
const mayNot = (block: keyof typeof bookingBlocksText.BLOCK_TEXTS) => ({
  block,
  refused: bookingBlocksText.BLOCK_TEXTS[block]
})

async function riderWithScooter() {
  const rider = await signedInRider()
  return { rider, scooter: await insertScooter(rider.property_id) }
}

describe('a rider', () => {
  test('from before books on, until the property asks for a review', async () => {
    const { rider, scooter } = await riderWithScooter()
    expect(await tries(rider, scooter.id)).toEqual(may)
    await calls.needsReview(rider)
    expect(await tries(rider, scooter.id)).toEqual(mayNot('license_unreviewed'))
    await calls.needsReview(rider, false)
    expect(await tries(rider, scooter.id)).toEqual(may)
  })

  test('who is approved books rides that end with the licence, and no later one', async () => {
    const { rider, scooter } = await riderWithScooter()
    await calls.needsReview(rider)
    await admin.call(decideLicence, await calls.approve(rider, { expires_on: dayAhead(5) }))
    expect(await tries(rider, scooter.id, 5)).toEqual(may)
    expect(await tries(rider, scooter.id, 6)).toEqual({
      block: null,
      refused: bookingBlocksText.BLOCK_TEXTS.license_expired
    })
    // The last second of the licence.
    const start_time = daysAhead(5, '23:00')
    await rider.call(createHourlyBooking, { body: { duration_hours: 1, scooter_id: scooter.id, start_time } })
    await calls.upload(rider)
    expect((await tries(rider, scooter.id, 6)).refused).toBe(bookingBlocksText.BLOCK_TEXTS.license_unreviewed)
    expect(await tries(rider, scooter.id, 4)).toEqual(may)
  })

  test('who is rejected may not book, also after another upload, until the next decision', async () => {
    const { rider, scooter } = await riderWithScooter()
    await admin.call(decideLicence, await calls.reject(rider, 'learner'))
    expect(await tries(rider, scooter.id)).toEqual(mayNot('license_rejected'))
    await calls.upload(rider)
    expect(await tries(rider, scooter.id)).toEqual(mayNot('license_unreviewed'))
    await admin.call(decideLicence, await calls.approve(rider))
    expect(await tries(rider, scooter.id)).toEqual(may)
  })

  test('needs no licence for a scooter that needs none, and a suspended one may not have it either', async () => {
    const { rider, scooter } = await riderWithScooter()
    await needsNoLicence(scooter.id)
    await admin.call(decideLicence, await calls.reject(rider, 'wrong_class'))
    expect(await tries(rider, scooter.id)).toEqual(may)
    await admin.call(setSuspension, calls.suspend(rider))
    expect(await tries(rider, scooter.id)).toEqual(mayNot('rider_suspended'))
    await calls.lift(rider)
    expect(await tries(rider, scooter.id)).toEqual(may)
  })

  test('is told that before a conflict, and cannot extend a ride that is under way', async () => {
    const { rider, scooter } = await riderWithScooter()
    const window = { end: new Date(Date.now() + HOUR_MS), start: new Date(Date.now() - HOUR_MS) }
    const ride = await insertBooking({ ...window, scooter_id: scooter.id, user_id: rider.id })
    const rival = await signedInRider({ property_id: rider.property_id })
    const input = { body: { duration_hours: 1, scooter_id: scooter.id, start_time: daysAhead(4, '10:00') } } as const
    await rival.call(createHourlyBooking, input)
    const extensions = () => rider.call(listExtensions, { params: { id: ride.id } })
    expect((await extensions()).choices).not.toEqual([])
    await admin.call(decideLicence, await calls.reject(rider, 'not_yours'))
    expect(await extensions()).toMatchObject({ block: 'license_rejected', choices: [] })
    const refused = { detail: bookingBlocksText.BLOCK_TEXTS.license_rejected, status: 403 }
    expect(await rider.refusal(createHourlyBooking, input)).toMatchObject(refused)
    expect(await rider.refusal(extendBooking, { body: { hours: 1 }, params: { id: ride.id } })).toMatchObject(refused)
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { getPropertyRules, updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import type { ClientInput } from '#contract/kit/endpoint.ts'
import { CLOSED_DATES_MAX } from '#domain/bookings/opening.ts'
import * as propertyRulesText from '#messages/admin/catalogue/property-rules.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertProperty } from '#tests/helpers/data/rows.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

const DEFAULTS = {
  buffer_minutes: null,
  closed_dates: null,
  closes_at: null,
  free_cancel_minutes: null,
  grace_minutes: null,
  join_code: null,
  lead_minutes: null,
  late_cancel_percent: null,
  max_days_ahead: null,
  max_ride_hours: null,
  opens_at: null,
  pause_note: null,
  paused_until: null,
  support_phone: null,
  weekday_hours: null
}

const admin = setUpAdmin()
let id: string
beforeEach(async () => {
  id = (await insertProperty()).id
})

const read = () => admin.call(getPropertyRules, { params: { id } })
const change = (body: ClientInput<typeof updatePropertyRules>['body']) =>
  admin.call(updatePropertyRules, { body, params: { id } })
const activity = () =>
  sql<{ detail: string }>(
    "SELECT detail FROM audits WHERE action = 'update_settings' AND subject = ? ORDER BY rowid",
    id
  )

describe('the rules of a property', () => {
  test('are the defaults until an admin changes them, and null restores a default', async () => {
    expect(await read()).toMatchObject(DEFAULTS)
    await change({ buffer_minutes: 90, late_cancel_percent: 20 })
    const changed = { ...DEFAULTS, buffer_minutes: 90, grace_minutes: 5, late_cancel_percent: 20 }
    expect(await change({ grace_minutes: 5 })).toMatchObject(changed)
    await change({ late_cancel_percent: null })
    expect(await read()).toMatchObject({ ...changed, late_cancel_percent: null })
  })

  test('are in the activity log by the names of the changed fields, and a change of nothing is not', async () => {
    await change({ max_days_ahead: 30, support_phone: '919845012345' })
    await change({ max_ride_hours: null })
    await change({})
    expect(await activity()).toEqual([{ detail: 'max_days_ahead, support_phone' }, { detail: 'max_ride_hours' }])
  })

  test.each(Object.entries({ buffer_minutes: [0, 30, 120], max_days_ahead: [1, 365], max_ride_hours: [1, 48] }))(
    'accept %s of %j',
    async (field, values) => {
      for (const value of values) expect(await change({ [field]: value })).toMatchObject({ [field]: value })
    }
  )

  test('replace the hours of all weekdays at once', async () => {
    const sunday = { sunday: ['08:00', '14:00'] }
    expect(await change({ weekday_hours: { ...sunday, friday: [] } })).toMatchObject({
      weekday_hours: { ...sunday, friday: [] }
    })
    await change({ grace_minutes: 5, weekday_hours: sunday })
    expect(await read()).toMatchObject({ grace_minutes: 5, weekday_hours: sunday })
    expect((await read()).weekday_hours).toEqual(sunday)
    expect(await activity()).toEqual([{ detail: 'weekday_hours' }, { detail: 'grace_minutes, weekday_hours' }])
  })

  test('keep a join code in capitals, without spaces and hyphens', async () => {
    expect(await change({ join_code: ' sea-1 23 ' })).toMatchObject({ join_code: 'SEA123' })
  })

  test.each([
    ['buffer_minutes', 45, 'From 0 to 120, in steps of 30'],
    ['buffer_minutes', 150, 'From 0 to 120, in steps of 30'],
    ['buffer_minutes', -30, 'From 0 to 120, in steps of 30'],
    ['free_cancel_minutes', '60', propertyRulesText.outOfRange(0, 10_080)],
    ['grace_minutes', 61, propertyRulesText.outOfRange(0, 60)],
    ['late_cancel_percent', 101, propertyRulesText.outOfRange(0, 100)],
    ['late_cancel_percent', -1, propertyRulesText.outOfRange(0, 100)],
    ['late_cancel_percent', 12.5, propertyRulesText.outOfRange(0, 100)],
    ['max_days_ahead', 0, propertyRulesText.outOfRange(1, 365)],
    ['max_days_ahead', 366, propertyRulesText.outOfRange(1, 365)],
    ['max_ride_hours', 0, propertyRulesText.outOfRange(1, 48)],
    ['max_ride_hours', 49, propertyRulesText.outOfRange(1, 48)],
    ['lead_minutes', 15, propertyRulesText.unknownLead],
    ['lead_minutes', '0', propertyRulesText.unknownLead],
    ['pin_lead_minutes', 14, propertyRulesText.outOfRange(15, 1440)],
    ['pin_lead_minutes', 1441, propertyRulesText.outOfRange(15, 1440)],
    ['pin_mode', 'sometimes', propertyRulesText.unknownPinMode],
    ['join_code', 'SEA12', propertyRulesText.invalidJoinCode],
    ['join_code', ' - - - ', propertyRulesText.invalidJoinCode],
    ['join_code', 'SEA_123', propertyRulesText.invalidJoinCode],
    ['join_code', 'A'.repeat(21), propertyRulesText.invalidJoinCode],
    ['opens_at', '07:00', propertyRulesText.bothOrNeither, 'closes_at'],
    ['opens_at', '7:00', propertyRulesText.invalidHours],
    ['closes_at', '24:30', propertyRulesText.invalidHours],
    ['weekday_hours', { someday: [] }, propertyRulesText.unknownWeekday],
    ['weekday_hours', { sunday: ['8:00', '14:00'] }, propertyRulesText.invalidHours, 'weekday_hours', 'sunday', '0'],
    ['weekday_hours', { sunday: '08:00' }, propertyRulesText.invalidHours, 'weekday_hours', 'sunday'],
    ['weekday_hours', { sunday: ['08:00'] }, propertyRulesText.bothOrNeither, 'weekday_hours', 'sunday'],
    ['weekday_hours', { sunday: ['08:00', '08:00'] }, propertyRulesText.bothOrNeither, 'weekday_hours', 'sunday'],
    [
      'weekday_hours',
      { sunday: ['07:00', '08:00', '09:00'] },
      propertyRulesText.bothOrNeither,
      'weekday_hours',
      'sunday'
    ],
    ['closed_dates', ['2027-02-30'], apiErrorsText.invalidDate, 'closed_dates', '0'],
    ['paused_until', 'tomorrow', apiErrorsText.invalidDate],
    ['paused_until', '+275760-09-13T00:00:00.000Z', apiErrorsText.invalidDate],
    ['paused_until', '2026-02-30T10:00:00Z', apiErrorsText.invalidDate],
    ['closed_dates', Array(CLOSED_DATES_MAX + 1).fill('2027-01-01'), propertyRulesText.tooManyDates],
    ['pause_note', 'x'.repeat(121), apiErrorsText.tooLong],
    ['support_phone', '', propertyRulesText.invalidSupportPhone],
    ['support_phone', '098450 12345', propertyRulesText.invalidSupportPhone],
    ['support_phone', '+91 98450 12345 ext 2', propertyRulesText.invalidSupportPhone],
    ['support_phone', '1234567890123456', propertyRulesText.invalidSupportPhone],
    ['support_phone', 919_845_012_345, propertyRulesText.invalidSupportPhone]
  ])('refuse %s of %s', async (field, value, msg, ...loc) => {
    const refused = await admin.refusal(updatePropertyRules, { body: { [field]: value }, params: { id } })
    expect(refused).toMatchObject({
      detail: [{ loc: ['body', ...(loc.length > 0 ? loc : [field])], msg }],
      status: 422
    })
    expect(await read()).toMatchObject(DEFAULTS)
  })

  test.each(['919845012345', '+919845012345', ' +91 98450-12345 '])(
    "store the support number '%s' as digits",
    async typed => {
      expect(await change({ support_phone: typed })).toMatchObject({ support_phone: '919845012345' })
      expect(await read()).toMatchObject({ support_phone: '919845012345' })
    }
  )

  test('are kept when ten admins change different ones at once', async () => {
    const fields = {
      buffer_minutes: 30,
      grace_minutes: 5,
      max_days_ahead: 30,
      max_ride_hours: 6,
      support_phone: '15550100'
    }
    const entries = Object.entries(fields)
    await Promise.all([...entries, ...entries].map(([name, value]) => change({ [name]: value })))
    expect(await read()).toMatchObject(fields)
  })

  test('of a property that does not exist are not found, and riders may not see them', async () => {
    const params = { id: 'nowhere' }
    expect((await admin.refusal(getPropertyRules, { params })).status).toBe(404)
    expect((await admin.refusal(updatePropertyRules, { body: {}, params })).status).toBe(404)
    expect((await (await signedInRider()).refusal(getPropertyRules, { params: { id } })).status).toBe(403)
  })
})

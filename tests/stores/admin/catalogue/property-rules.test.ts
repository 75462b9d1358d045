// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { deleteProperty } from '#contract/catalogue/admin-properties.ts'
import { getPropertyRules, updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import * as propertyRulesText from '#messages/admin/catalogue/property-rules.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { loadedRows, openTab } from '#tests/stores/admin/page.ts'
import { mountStores, server, setUpBrowserTab, shownToasts, waitForTask, waitUntil } from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

const RULES = {
  buffer_minutes: 30,
  closed_dates: ['2026-12-25'],
  closes_at: '22:00',
  free_cancel_minutes: 120,
  late_cancel_percent: 25,
  opens_at: '07:00',
  pin_lead_minutes: 30,
  weekday_hours: { sunday: ['08:00', '14:00'] }
}
const LOADED = {
  book_before_review: 'yes',
  buffer_minutes: '30',
  closed_dates: '2026-12-25',
  closes_at: '22:00',
  free_cancel_minutes: '120',
  lead_minutes: 'ahead',
  late_cancel_percent: '25',
  opens_at: '07:00',
  pin_lead_minutes: '30',
  pin_mode: 'static',
  return_mode: 'assumed',
  weekday_hours: '{"sunday":["08:00","14:00"]}'
}
const entered = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, typed]) => typed !== ''))

async function openProperties() {
  const { lists } = await openTab('properties')
  server.answer(getPropertyRules, RULES)
  server.answer(updatePropertyRules, RULES)
  const { propertyCrud, openRules } = await import('#stores/admin/catalogue/properties.ts')
  const store = await import('#stores/admin/catalogue/property-rules.ts')
  mountStores(propertyCrud.$changed, store.$rulesState, store.rulesForm.$fields)
  const [palm, lake] = loadedRows(lists.properties)
  if (!(palm && lake)) throw new Error('no properties have loaded')
  const open = (row = palm) => waitForTask(openRules(row))
  return { ...store, crud: propertyCrud, lake, open, openRules, palm }
}

async function openLoaded() {
  const opened = await openProperties()
  await opened.open()
  return opened
}

const updates = () => server.requestsTo(updatePropertyRules).map(({ body, path }) => [path, body])

test('the rules of a property load when the admin opens them, and a default is an empty field', async () => {
  const { $rulesState, open, rulesForm } = await openProperties()
  const opening = open()
  await waitUntil(() => rulesForm.$editing.get() !== null)
  expect($rulesState.get()).toBe('loading')
  await opening
  expect([$rulesState.get(), entered(rulesForm.$fields.get())]).toEqual(['loaded', LOADED])
})

describe('a change of the rules', () => {
  test('sends the changed fields only, and closes the panel with a message', async () => {
    const { open, rulesForm } = await openLoaded()
    rulesForm.setField('free_cancel_minutes', ' 030 ')
    await waitForTask(rulesForm.save())
    expect([rulesForm.$editing.get(), await shownToasts()]).toEqual([null, [propertyRulesText.saved]])
    await open()
    rulesForm.setField('late_cancel_percent', '')
    await waitForTask(rulesForm.save())
    await open()
    rulesForm.setField('pin_lead_minutes', '')
    rulesForm.setField('pin_mode', 'rotate')
    rulesForm.setField('return_mode', 'confirmed')
    rulesForm.setField('lead_minutes', 'now')
    rulesForm.setField('book_before_review', 'no')
    rulesForm.setField('support_phone', ' +91 98450-12345 ')
    await waitForTask(rulesForm.save())
    expect(updates()).toEqual([
      ['/api/admin/properties/1/settings', { free_cancel_minutes: 30 }],
      ['/api/admin/properties/1/settings', { late_cancel_percent: null }],
      [
        '/api/admin/properties/1/settings',
        {
          book_before_review: false,
          lead_minutes: 0,
          pin_lead_minutes: null,
          pin_mode: 'rotate',
          return_mode: 'confirmed',
          support_phone: '+91 98450-12345'
        }
      ]
    ])
  })

  test.each([
    ['late_cancel_percent', '101', propertyRulesText.outOfRange(0, 100)],
    ['support_phone', '098450 12345', propertyRulesText.invalidSupportPhone]
  ] as const)("of %s to '%s' is rejected at the field, and nothing is lost", async (field, typed, sentence) => {
    const { rulesForm } = await openLoaded()
    rulesForm.setField(field, typed)
    await waitForTask(rulesForm.save())
    expect([rulesForm.$errors.get(), await shownToasts()]).toEqual([{ [field]: sentence }, [sentence]])
    expect([entered(rulesForm.$fields.get()), updates()]).toEqual([{ ...LOADED, [field]: typed }, []])
  })
})

test('opening hours are sent together, and closed dates in their order', async () => {
  const { addClosedDate, open, rulesForm } = await openLoaded()
  rulesForm.setField('opens_at', '08:00')
  rulesForm.setField('new_closed_date', '2026-08-15')
  addClosedDate()
  await waitForTask(rulesForm.save())
  await open()
  rulesForm.setField('opens_at', '')
  await waitForTask(rulesForm.save())
  expect(rulesForm.$errors.get()).toEqual({ closes_at: propertyRulesText.bothOrNeither })
  rulesForm.setField('closes_at', '')
  await waitForTask(rulesForm.save())
  expect(updates().map(([, body]) => body)).toEqual([
    { closed_dates: ['2026-08-15', '2026-12-25'], closes_at: '22:00', opens_at: '08:00' },
    { closes_at: null, opens_at: null }
  ])
})

describe('the hours of a weekday', () => {
  test('start with the present ones, and replace those of the day', async () => {
    const { addWeekdayHours, chooseWeekday, rulesForm } = await openLoaded()
    const shown = () => {
      const { new_closes_at, new_opens_at } = rulesForm.$fields.get()
      return [new_opens_at, new_closes_at]
    }
    chooseWeekday('friday')
    expect(shown()).toEqual(['07:00', '22:00'])
    rulesForm.setField('new_opens_at', 'closed')
    addWeekdayHours()
    expect(rulesForm.$fields.get().weekday_hours).toBe('{"friday":[],"sunday":["08:00","14:00"]}')
    chooseWeekday('friday')
    expect(shown()).toEqual(['closed', ''])
    chooseWeekday('sunday')
    expect(shown()).toEqual(['08:00', '14:00'])
    rulesForm.setField('new_closes_at', '16:00')
    addWeekdayHours()
    chooseWeekday('monday')
    rulesForm.setField('new_opens_at', '')
    await waitForTask(rulesForm.save())
    const weekday_hours = { friday: [], monday: ['00:00', '24:00'], sunday: ['08:00', '16:00'] }
    expect(updates().map(([, body]) => body)).toEqual([{ weekday_hours }])
  })

  test('that do not end are an error of their field, and save nothing', async () => {
    const { chooseWeekday, rulesForm } = await openLoaded()
    for (const closes of ['', '09:00']) {
      chooseWeekday('monday')
      rulesForm.setField('new_opens_at', '09:00')
      rulesForm.setField('new_closes_at', closes)
      await waitForTask(rulesForm.save())
      expect(rulesForm.$errors.get()).toEqual({ new_closes_at: propertyRulesText.bothOrNeither })
      expect([rulesForm.$fields.get().new_weekday, updates()]).toEqual(['monday', []])
    }
  })

  test('are none of the change when the day is taken back, and no rule without days', async () => {
    const { chooseWeekday, rulesForm } = await openLoaded()
    chooseWeekday('monday')
    chooseWeekday('')
    expect(rulesForm.$changed.get()).toEqual([])
    rulesForm.setField('weekday_hours', '')
    await waitForTask(rulesForm.save())
    expect(updates().map(([, body]) => body)).toEqual([{ weekday_hours: null }])
  })
})

describe('a closed date that is chosen and not added', () => {
  test('is saved, and a click on Add before changes nothing', async () => {
    const { addClosedDate, open, rulesForm } = await openLoaded()
    rulesForm.setField('new_closed_date', '2026-08-15')
    await waitForTask(rulesForm.save())
    await open()
    rulesForm.setField('new_closed_date', '2026-08-15')
    addClosedDate()
    await waitForTask(rulesForm.save())
    const body = { closed_dates: ['2026-08-15', '2026-12-25'] }
    expect(updates().map(([, sent]) => sent)).toEqual([body, body])
  })

  test.each([
    ['2026-02-30', apiErrorsText.invalidDate],
    ['2026-06-14', propertyRulesText.datePassed]
  ])('%s is an error of its field, and saves nothing', async (day, sentence) => {
    const { addClosedDate, rulesForm } = await openLoaded()
    rulesForm.setField('grace_minutes', '15')
    rulesForm.setField('new_closed_date', day)
    await waitForTask(rulesForm.save())
    expect(rulesForm.$errors.get()).toEqual({ new_closed_date: sentence })
    addClosedDate()
    expect(rulesForm.$fields.get()).toMatchObject({ closed_dates: '2026-12-25', new_closed_date: day })
    rulesForm.setField('new_closed_date', '')
    await waitForTask(rulesForm.save())
    expect(updates().map(([, sent]) => sent)).toEqual([{ grace_minutes: 15 }])
  })

  test('counts as a change, and does not stand in the form of the next property', async () => {
    const { lake, openRules, rulesForm } = await openLoaded()
    rulesForm.setField('new_closed_date', '2026-08-15')
    expect(rulesForm.$changed.get()).toEqual(['new_closed_date'])
    openRules(lake)
    rulesForm.discard()
    await waitForTask(null)
    expect(rulesForm.$fields.get().new_closed_date).toBe('')
  })
})

test('the sentences below the fields follow what is typed, and an empty field has the default', async () => {
  const { $ruleHints, rulesForm } = await openLoaded()
  mountStores($ruleHints)
  const late = `${bookingText.lateCancelText(25, 120)} If you cancel in that time, you owe the rider the same.`
  expect($ruleHints.get()).toMatchObject({ grace_minutes: bookingText.graceText(10), late_cancel_percent: late })
  rulesForm.setField('free_cancel_minutes', '0')
  rulesForm.setField('grace_minutes', '61')
  rulesForm.setField('pin_lead_minutes', '')
  rulesForm.setField('pin_mode', 'rotate')
  rulesForm.setField('lead_minutes', 'now')
  rulesForm.setField('support_phone', ' +91 98450-12345 ')
  expect($ruleHints.get()).toMatchObject({
    free_cancel_minutes: bookingText.freeCancelText(0),
    grace_minutes: propertyRulesText.outOfRange(0, 60),
    late_cancel_percent: bookingText.lateCancelText(25, 0),
    pin_lead_minutes: propertyRulesText.pinLeadText(null),
    lead_minutes: propertyRulesText.leadText(true, 'assumed'),
    pin_mode: propertyRulesText.pinModeText('rotate'),
    support_phone: propertyRulesText.supportPhoneText('919845012345')
  })
})

test('unsaved rules require a confirmation before the form of a property replaces them', async () => {
  const { crud, lake, rulesForm } = await openLoaded()
  rulesForm.setField('grace_minutes', '5')
  crud.edit(lake)
  expect([crud.$editing.get(), rulesForm.$pendingAction.get()]).toEqual([null, expect.any(Function)])
  rulesForm.keepEditing()
  expect(rulesForm.$fields.get().grace_minutes).toBe('5')
  crud.add()
  rulesForm.discard()
  expect([crud.$editing.get(), rulesForm.$editing.get()]).toEqual([{ mode: 'create' }, null])
})

test('an unsaved form requires a confirmation before the rules replace it', async () => {
  const { crud, open, palm, rulesForm } = await openProperties()
  crud.edit(palm)
  crud.setField('name', 'Palm House')
  await open()
  expect([rulesForm.$editing.get(), crud.$pendingAction.get()]).toEqual([null, expect.any(Function)])
  crud.discard()
  await waitForTask(null)
  expect([rulesForm.$editing.get(), crud.$editing.get()]).toMatchObject([{ row: palm }, null])
})

test('the panel closes when its property is deleted', async () => {
  const { crud, lake, palm, rulesForm } = await openLoaded()
  server.answer(deleteProperty, { message: 'Deleted' })
  crud.requestDelete(lake)
  await waitForTask(crud.confirmDelete())
  expect(rulesForm.$editing.get()).not.toBeNull()
  crud.requestDelete(palm)
  await waitForTask(crud.confirmDelete())
  expect(rulesForm.$editing.get()).toBeNull()
})

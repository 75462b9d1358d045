// @vitest-environment jsdom

import { describe, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { createScooter, listAllScooters, migratePins, updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { UPCOMING_RIDES_SHOWN } from '#domain/constants.ts'
import type { ProblemKind } from '#domain/problems/problems.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as papersText from '#messages/papers.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { booking, loadedRows, openTab, picture, scooter } from '#tests/stores/admin/page.ts'
import {
  mountStores,
  server,
  setUpBrowserTab,
  shownToasts,
  useExternalBackend,
  waitForTask
} from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

async function openScooters(
  row: Partial<Record<'booked_until' | 'otp_pin' | 'property_id' | 'property_name', string>> & {
    is_late?: boolean
  } = {},
  options = {}
) {
  const { lists } = await openTab('scooters', options)
  server.answer(listAllScooters, [{ ...scooter, ...row }])
  server.answer(createScooter, { ...scooter, id: 8 })
  server.answer(updateScooter, scooter)
  await waitForTask(lists.scooters.load())
  const store = await import('#stores/admin/catalogue/scooters.ts')
  mountStores(store.scooterCrud.$changed, store.scooterCrud.$editing, store.scooterCrud.$fields)
  const [first] = loadedRows(lists.scooters)
  return { ...store, first, lists }
}

const bodies = (endpoint: typeof createScooter | typeof updateScooter) =>
  server.requestsTo(endpoint).map(({ body }) => body)

describe('a new scooter', () => {
  test('starts as available at the first property, and is sent as a form with its image', async () => {
    const { scooterCrud, setPin } = await openScooters()
    scooterCrud.add()
    expect(scooterCrud.$fields.get()).toMatchObject({
      image: null,
      insurance_until: '',
      name: '',
      needs_license: 'true',
      otp_pin: '',
      property_id: '2',
      registration_number: '',
      status: 'Available'
    })
    scooterCrud.setField('name', ' Ola S1 ')
    scooterCrud.setField('image', picture('ola.png'))
    scooterCrud.setField('needs_license', 'false')
    setPin('004821')
    await waitForTask(scooterCrud.save())
    const fields = { name: 'Ola S1', needs_license: 'false', otp_pin: '004821', property_id: '2', status: 'Available' }
    expect(bodies(createScooter)).toEqual([{ ...fields, image: 'ola.png', kind: '', registration_number: '' }])
    expect(await shownToasts()).toEqual([catalogueText.scooters.created])
  })

  test('requires only a name', async () => {
    const { scooterCrud } = await openScooters()
    scooterCrud.add()
    scooterCrud.setField('name', 'Ola S1')
    scooterCrud.setField('property_id', '')
    await waitForTask(scooterCrud.save())
    expect(bodies(createScooter)).toEqual([
      {
        kind: '',
        name: 'Ola S1',
        needs_license: 'true',
        otp_pin: '',
        property_id: '',
        registration_number: '',
        status: 'Available'
      }
    ])
  })

  test('keeps everything that was typed when another scooter has its number', async () => {
    const { scooterCrud } = await openScooters()
    scooterCrud.add()
    scooterCrud.setField('name', 'Ola S1')
    scooterCrud.setField('registration_number', 'ka-05 ab 1234')
    scooterCrud.setField('insurance_until', '2027-03-31')
    const typed = scooterCrud.$fields.get()
    server.fail(createScooter, refusalFault('registration_taken', papersText.registrationTaken))
    await waitForTask(scooterCrud.save())
    expect(scooterCrud.$errors.get()).toEqual({ registration_number: papersText.registrationTaken })
    expect(scooterCrud.$fields.get()).toEqual(typed)
    expect(bodies(createScooter)).toMatchObject([
      {
        papers: JSON.stringify([{ expires_on: '2027-03-31', kind: 'insurance', number: '' }]),
        registration_number: 'KA05AB1234'
      }
    ])
  })
})

describe('the PIN', () => {
  test.each([
    [' 004821 ', '004821'],
    ['', '']
  ])("accepts '%s'", async (typed, taken) => {
    const { scooterCrud, setPin } = await openScooters()
    scooterCrud.add()
    setPin('77')
    setPin(typed)
    expect([scooterCrud.$fields.get().otp_pin, scooterCrud.$errors.get()]).toEqual([taken, {}])
  })

  test.each(['12ab34', '0048215', '٣٤'])("stays unchanged for '%s' and shows the reason by its field", async typed => {
    const { scooterCrud, setPin } = await openScooters()
    scooterCrud.add()
    setPin('77')
    setPin(typed)
    const otp_pin = catalogueText.scooters.pinDigitsOnly
    expect([scooterCrud.$fields.get().otp_pin, scooterCrud.$errors.get()]).toEqual(['77', { otp_pin }])
    setPin('771')
    expect([scooterCrud.$fields.get().otp_pin, scooterCrud.$errors.get()]).toEqual(['771', {}])
  })

  test('stays unchanged when it is left empty for an edited scooter', async () => {
    const { scooterCrud, first, setPin } = await openScooters()
    scooterCrud.edit(first)
    setPin('')
    await waitForTask(scooterCrud.save())
    expect([await shownToasts(), server.requestCount(updateScooter)]).toEqual([[formsText.noChanges], 0])
    scooterCrud.setField('status', 'Maintenance')
    await waitForTask(scooterCrud.save())
    expect(bodies(updateScooter)).toEqual([{ status: 'Maintenance' }])
  })

  test.each([
    ['during a ride', { booked_until: '2026-06-15T12:00:00Z' }],
    ['before its rider has returned it', { is_late: true }]
  ])('changes %s only after a confirmation', async (_, row) => {
    const { scooterCrud, first, setPin } = await openScooters(row)
    scooterCrud.edit(first)
    setPin('771204')
    await waitForTask(scooterCrud.save())
    expect([scooterCrud.$rowToConfirm.get(), bodies(updateScooter)]).toEqual([first, []])
    scooterCrud.cancelSave()
    expect([scooterCrud.$rowToConfirm.get(), scooterCrud.$changed.get()]).toEqual([null, ['otp_pin']])
    await waitForTask(scooterCrud.save())
    await waitForTask(scooterCrud.confirmSave())
    expect([scooterCrud.$rowToConfirm.get(), bodies(updateScooter)]).toEqual([null, [{ otp_pin: '771204' }]])
  })

  test('with letters does not prevent other edits of its scooter', async () => {
    const { scooterCrud, first } = await openScooters({ otp_pin: 'AB12' })
    scooterCrud.edit(first)
    expect(scooterCrud.$fields.get().otp_pin).toBe('')
    scooterCrud.setField('name', 'Ather 450X')
    await waitForTask(scooterCrud.save())
    expect(bodies(updateScooter)).toEqual([{ name: 'Ather 450X' }])
  })
})

describe('the status in the list', () => {
  const booked_until = '2026-06-15T14:00:00Z'
  const blocked_until = booked_until
  const blocked = (kind: ProblemKind) =>
    catalogueText.blockedUntil(kind, new Date(blocked_until), new Date('2026-06-15T12:00:00Z'))
  test.each([
    ['the stored one', {}, { reason: null, status: 'Available', stored: null }],
    [
      'Booked during a ride',
      { booked_until },
      { reason: 'until 7:30\u00a0pm', status: 'Booked', stored: 'set to Available' }
    ],
    [
      'the stored one beside a ride, if riders see that',
      { booked_until, status: 'Maintenance' as const },
      { reason: 'ride until 7:30\u00a0pm', status: 'Maintenance', stored: null }
    ],
    [
      'Booked while a rider is late',
      { booked_by: 'Zoya', is_late: true },
      { reason: catalogueText.lateWith('Zoya'), status: 'Booked', stored: 'set to Available' }
    ],
    [
      'Maintenance while a report blocks it',
      { block_kind: 'pin' as const, blocked_until },
      { reason: blocked('pin'), status: 'Maintenance', stored: 'set to Available' }
    ],
    [
      'Maintenance in a window for service, with the rider who is late',
      { block_kind: 'service' as const, blocked_until, booked_by: 'Zoya', is_late: true },
      { reason: catalogueText.lateWith('Zoya'), status: 'Maintenance', stored: 'set to Available' }
    ],
    [
      'Booked during a ride, also if it is blocked',
      { block_kind: 'service' as const, blocked_until, booked_until },
      { reason: 'until 7:30\u00a0pm', status: 'Booked', stored: 'set to Available' }
    ],
    [
      'the stored Maintenance without the end of a block',
      { block_kind: 'pin' as const, blocked_until, status: 'Maintenance' as const },
      { reason: null, status: 'Maintenance', stored: null }
    ],
    [
      'Not available at a deleted property',
      { property_deleted: true },
      { reason: null, status: catalogueText.scooters.notOffered, stored: null }
    ]
  ])('is %s', async (_, row, shown) => {
    const { first } = await openScooters()
    const { shownStatus } = await import('#stores/admin/catalogue/scooter-status.ts')
    expect(shownStatus({ ...first, ...row }, new Date())).toEqual(shown)
  })
})

describe('maintenance with one press', () => {
  const RIDE_MS = 3_600_000
  const rideAt = (id: string, fromNow: number) => ({
    ...booking,
    end_time: new Date(Date.now() + fromNow + RIDE_MS).toISOString(),
    id,
    start_time: new Date(Date.now() + fromNow).toISOString()
  })

  async function openStatus(row = {}, options = {}) {
    const scooterStore = await openScooters(row, options)
    const status = await import('#stores/admin/catalogue/scooters.ts')
    mountStores(status.$upcomingRides, status.$rowForMaintenance)
    return { ...scooterStore, ...status }
  }

  test('saves the status alone, and the same button undoes it', async () => {
    const { first, lists, toggleMaintenance } = await openStatus()
    server.answer(updateScooter, { ...scooter, rides_ahead: 1, status: 'Maintenance' })
    server.answer(listAllScooters, [{ ...scooter, status: 'Maintenance' }])
    await waitForTask(toggleMaintenance(first))
    // A ride that was booked meanwhile is named.
    expect(await shownToasts()).toEqual([catalogueText.statusSet('Ather', 'Maintenance', 1)])
    const [reloaded] = loadedRows(lists.scooters)
    server.answer(updateScooter, scooter)
    await waitForTask(toggleMaintenance(reloaded))
    expect(bodies(updateScooter)).toEqual([{ status: 'Maintenance' }, { status: 'Available' }])
    expect(await shownToasts()).toEqual([catalogueText.statusSet('Ather', 'Available', 0)])
  })

  test('sends all specified fields to an external backend', async () => {
    useExternalBackend()
    const { first, toggleMaintenance } = await openStatus({}, { pages: false })
    await waitForTask(toggleMaintenance(first))
    expect(bodies(updateScooter)).toEqual([
      { name: 'Ather', otp_pin: '004821', property_id: '1', status: 'Maintenance' }
    ])
  })

  test('with paid rides ahead first shows the next ones, and saves after the confirmation', async () => {
    const { $upcomingRides, $rowForMaintenance, confirmMaintenance, first, toggleMaintenance } = await openStatus()
    const ahead = [-1, 2, 3, 4, 5, 6].map(hours => rideAt(`ride-${hours}`, hours * RIDE_MS + RIDE_MS / 2))
    server.answer(listAllBookings, [rideAt('over', -2 * RIDE_MS), ...ahead])
    await waitForTask(toggleMaintenance({ ...first, rides_ahead: 6 }))
    const shown = $upcomingRides.get()
    expect(typeof shown === 'string' ? shown : shown.map(({ id }) => id)).toEqual(
      ahead.slice(0, UPCOMING_RIDES_SHOWN).map(({ id }) => id)
    )
    expect(server.requestsTo(listAllBookings).at(-1)?.query).toMatchObject({ scooter_id: '7', status: 'Completed' })
    expect(server.requestCount(updateScooter)).toBe(0)
    await waitForTask(confirmMaintenance())
    expect([bodies(updateScooter), $rowForMaintenance.get()]).toEqual([[{ status: 'Maintenance' }], null])
  })

  test("keeps the scooter's open form: its status follows, and its unsaved input stays", async () => {
    const { scooterCrud, first, toggleMaintenance } = await openStatus()
    scooterCrud.edit(first)
    scooterCrud.setField('name', 'Ather 450X')
    server.answer(updateScooter, { ...scooter, status: 'Maintenance' })
    await waitForTask(toggleMaintenance(first))
    expect(scooterCrud.$fields.get()).toMatchObject({ name: 'Ather 450X', status: 'Maintenance' })
    expect(scooterCrud.$changed.get()).toEqual(['name'])
  })

  test("opens a property's bookings by the select of the list, so that no filter names the old one", async () => {
    const { lists } = await openStatus()
    const { openList } = await import('#stores/admin/dashboard.ts')
    const { paidBookingsOf } = await import('#stores/admin/bookings/booking-queries.ts')
    openList('bookings', paidBookingsOf('property_id', { id: '1', name: 'Palm Grove' }))
    lists.bookings.setFilter('property_id', '2')
    await waitForTask(null)
    expect(lists.bookings.$query.get().scope).toBeUndefined()
    expect(server.requestsTo(listAllBookings).at(-1)?.query).toMatchObject({ property_id: '2', status: 'Completed' })
  })
})

describe('new PINs for all scooters', () => {
  test("require a confirmation, show the server's message, and reload the scooters", async () => {
    const { $isMigrateDialogOpen, migrateAllPins, openMigrateDialog } = await openScooters()
    const requestsBefore = server.requestCount(listAllScooters)
    server.answer(migratePins, { message: '3 PINs were changed to 6 digits.' })
    openMigrateDialog()
    await waitForTask(migrateAllPins())
    expect([await shownToasts(), $isMigrateDialogOpen.get()]).toEqual([['3 PINs were changed to 6 digits.'], false])
    expect(server.requestCount(listAllScooters)).toBeGreaterThan(requestsBefore)
  })
})

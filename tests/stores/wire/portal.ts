import { listAudits } from '#contract/admin/audits.ts'
import { getStats } from '#contract/admin/stats.ts'
import {
  cancelAnyBooking,
  checkBookingMoney,
  exportBookings,
  getBookingMoney
} from '#contract/bookings/admin-bookings.ts'
import { FILE_HEAD } from '#contract/bookings/csv.ts'
import { createLegacyPricing, deleteLegacyPricing, updateLegacyPricing } from '#contract/catalogue/pricing.admin.ts'
import { createPlan, deletePlan, updatePlan } from '#contract/catalogue/pricing-plans.admin.ts'
import { createProperty, deleteProperty, updateProperty } from '#contract/catalogue/properties.admin.ts'
import { createScooter, deleteScooter, migratePins, updateScooter } from '#contract/catalogue/scooters.admin.ts'
import { getLicence, uploadImage } from '#contract/catalogue/uploads.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { listDisputes } from '#contract/payments/disputes.ts'
import { closeRefund, listRefunds, sendRefund } from '#contract/payments/refunds.ts'
import { deleteUser, updateProfileImage } from '#contract/riders/users.ts'
import * as text from '#messages/portal.ts'
import { catchDownloads } from '#tests/helpers/data/downloads.ts'
import {
  addressOf,
  answerWell,
  booking,
  LISTS,
  openTab,
  palm,
  picture,
  plan,
  rates,
  refund,
  scooter
} from '../admin/portal.ts'
import type { Row, Screen } from './row.ts'
import { draw, openPage, pass, server, settled } from './scene.ts'

// What an admin's screens call.

type Noun = keyof typeof LISTS
type FormNoun = 'plans' | 'pricing' | 'properties' | 'scooters'

/** The dashboard when it is opened at a tab for the first time. */
async function arriving(tab: Noun | 'activity' | 'overview' | 'payments'): Promise<Screen> {
  openPage(addressOf(tab), 'admin')
  answerWell()
  const { $tab, retry } = await import('#stores/admin/dashboard.ts')
  const { $stats, ...lists } = await import('#stores/admin/dashboard-lists.ts')
  const { refunds } = await import('#stores/admin/bookings/refund-lists.ts')
  const { activity } = await import('#stores/admin/activity.ts')
  const shown = { ...lists, activity, overview: null, payments: refunds }
  const list = shown[tab]
  return {
    ask: async () => {
      draw($stats, $tab)
      // Beyond the second asking of whatever is asked for beside the list.
      await pass(1000)
    },
    again: retry,
    hasWorked: () => typeof $stats.get() === 'object' && typeof (list?.$drawn.get() ?? {}) === 'object',
    isBusy: () => $stats.get() === 'loading' || list?.$drawn.get() === 'loading' || list?.$refreshing.get() === true
  }
}

const listRow = (tab: Noun): Row => ({
  by: 'stores/admin/dashboard-lists.ts',
  endpoint: LISTS[tab],
  open: () => arriving(tab),
  says: { prefers_detail: true, sentence: text.dashboardLoadFailed }
})

const STORES = {
  plans: () => import('#stores/admin/catalogue/plans.ts'),
  pricing: () => import('#stores/admin/catalogue/pricing.ts'),
  properties: () => import('#stores/admin/catalogue/properties.ts'),
  scooters: () => import('#stores/admin/catalogue/scooters.ts')
}

const TYPED: Record<FormNoun, Record<string, string>> = {
  plans: { cost: '90', name: 'Quick Hop' },
  pricing: { hourly_3: '155' },
  properties: { location: 'Ooty', name: 'Hill House' },
  scooters: { name: 'Ola S1' }
}

/** What the four tabs share of their forms. */
interface Form {
  $deleting: { get: () => boolean }
  $editing: { get: () => unknown; listen: (task: () => void) => () => void }
  $fields: { get: () => unknown }
  $saving: { get: () => boolean }
  add: () => void
  askToDelete: (row: unknown) => void
  deleteNow: () => Promise<void>
  edit: (row: unknown) => void
  save: () => Promise<void>
  typeInto: (field: string, value: unknown) => void
}

async function opened(noun: FormNoun) {
  const { lists } = await openTab(noun)
  server.answer(createLegacyPricing, rates)
  server.answer(createPlan, plan)
  server.answer(createProperty, palm)
  server.answer(createScooter, scooter)
  server.answer(uploadImage, { url: '/api/images/hill' })
  const crud = (await STORES[noun]()).crud as unknown as Form
  draw(crud.$editing)
  const drawn = lists[noun].$drawn.get()
  return { crud, row: typeof drawn === 'string' ? undefined : drawn.rows[0] }
}

async function saving(noun: FormNoun, how: 'create' | 'update', image?: File): Promise<Screen> {
  const { crud, row } = await opened(noun)
  if (how === 'create') crud.add()
  else crud.edit(row)
  for (const [field, value] of Object.entries({ ...TYPED[noun], ...(image && { image }) })) crud.typeInto(field, value)
  return {
    ask: () => crud.save(),
    hasWorked: () => crud.$editing.get() === null,
    isBusy: () => crud.$saving.get(),
    kept: () => crud.$fields.get()
  }
}

async function deleting(noun: FormNoun, endpoint: Endpoint): Promise<Screen> {
  const { crud, row } = await opened(noun)
  server.answer(endpoint, { message: '' })
  const asked = server.askedFor(getStats)
  return {
    ask: () => {
      crud.askToDelete(row)
      return crud.deleteNow()
    },
    hasWorked: () => server.askedFor(getStats) > asked,
    isBusy: () => crud.$deleting.get()
  }
}

interface Calls {
  create: Endpoint
  remove: Endpoint
  update: Endpoint
}

const { plans, pricing, properties, scooters } = text
const WORDS = { plans, pricing, properties, scooters }

function formRows(noun: FormNoun, { create, remove, update }: Calls): Row[] {
  const by = `stores/admin/catalogue/${noun}.ts`
  const { createFailed, deleteFailed, updateFailed } = WORDS[noun]
  const says = (sentence: string) => ({ prefers_detail: true, sentence }) as const
  return [
    { by, endpoint: create, open: () => saving(noun, 'create'), says: says(createFailed) },
    { by, endpoint: update, open: () => saving(noun, 'update'), says: says(updateFailed) },
    { by, endpoint: remove, open: () => deleting(noun, remove), says: says(deleteFailed) }
  ]
}

async function migrating(): Promise<Screen> {
  await opened('scooters')
  server.answer(migratePins, { message: '' })
  const { $askingToMigrate, $migrating, migrate } = await STORES.scooters()
  const asked = server.askedFor(getStats)
  return {
    ask: () => {
      $askingToMigrate.set(true)
      return migrate()
    },
    hasWorked: () => server.askedFor(getStats) > asked && !$askingToMigrate.get(),
    isBusy: () => $migrating.get()
  }
}

async function aUser() {
  const { lists } = await openTab('users')
  const drawn = lists.users.$drawn.get()
  const [user] = typeof drawn === 'string' ? [] : drawn.rows
  if (!user) throw new Error('no user has loaded')
  return user
}

async function viewingLicence(): Promise<Screen> {
  const user = { ...(await aUser()), license_photo_url: `/api/admin/licenses/${'0'.repeat(32)}` }
  server.answer(getLicence, 'a photo', { 'content-type': 'image/png' })
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined })
  const { $licence, $looked, viewLicence } = await import('#stores/admin/users/licences.ts')
  draw($licence, $looked)
  return {
    ask: () => viewLicence(user),
    hasWorked: () => typeof $licence.get() === 'object',
    isBusy: () => $looked.get() !== null && $licence.get() === 'loading',
    tells: () => ($licence.get() === 'failed' ? text.users.licenceFailed : null)
  }
}

async function deletingRider(): Promise<Screen> {
  const user = await aUser()
  server.answer(deleteUser, { message: '' })
  const { deleting } = await import('#stores/admin/users/rider-deletion.ts')
  draw(deleting.$row)
  deleting.ask(user)
  return { ask: deleting.yes, hasWorked: () => deleting.$row.get() === null, isBusy: () => deleting.$busy.get() }
}

async function updatingPhoto(): Promise<Screen> {
  const user = await aUser()
  const { $updating, updatePhoto } = await import('#stores/admin/users/users.ts')
  server.answer(updateProfileImage, user)
  const asked = server.askedFor(getStats)
  return {
    ask: () => updatePhoto(user, picture()),
    hasWorked: () => server.askedFor(getStats) > asked,
    isBusy: () => $updating.get().length > 0
  }
}

async function exporting(): Promise<Screen> {
  await openTab('bookings')
  server.answer(exportBookings, FILE_HEAD, { 'content-type': 'text/csv; charset=utf-8' })
  const caught = catchDownloads()
  const { $exporting, exportCsv } = await import('#stores/admin/bookings/export.ts')
  return { ask: () => exportCsv(), hasWorked: () => caught.length === 1, isBusy: () => $exporting.get() }
}

async function reviewed() {
  await openTab('payments')
  server.answer(sendRefund, { ...refund, status: 'sent' })
  server.answer(closeRefund, { ...refund, status: 'processed' })
  const { reviews } = await import('#stores/admin/bookings/refund-lists.ts')
  const drawn = reviews.$drawn.get()
  const [first] = typeof drawn === 'string' ? [] : drawn.rows
  if (!first) throw new Error('no refund has loaded')
  const store = await import('#stores/admin/bookings/refunds.ts')
  draw(store.sending.$row, store.closing.$row, store.$note)
  return { ...store, first }
}

async function sending(): Promise<Screen> {
  const { first, sending } = await reviewed()
  sending.ask(first)
  return { ask: sending.yes, hasWorked: () => sending.$row.get() === null, isBusy: () => sending.$busy.get() }
}

async function closing(): Promise<Screen> {
  const { $note, askToClose, closeNow, closing, first, typeNote } = await reviewed()
  askToClose(first)
  typeNote('In cash')
  return {
    ask: closeNow,
    hasWorked: () => closing.$row.get() === null,
    isBusy: () => closing.$busy.get(),
    kept: () => $note.get()
  }
}

async function booked() {
  const { lists } = await openTab('bookings')
  server.answer(cancelAnyBooking, { ...booking, payment_status: 'Refunded' })
  server.answer(getBookingMoney, { attempts: [], order_id: 'order_1', refunds: [] })
  server.answer(checkBookingMoney, { attempts: [], order_id: 'order_1', refunds: [refund] })
  const drawn = lists.bookings.$drawn.get()
  const [first] = typeof drawn === 'string' ? [] : drawn.rows
  if (!first) throw new Error('no booking has loaded')
  return { first, ...(await import('#stores/admin/bookings/booking-payments.ts')) }
}

async function cancelling(): Promise<Screen> {
  const { first } = await booked()
  const { cancelling } = await import('#stores/admin/bookings/cancel.ts')
  cancelling.ask(first)
  return { ask: cancelling.yes, hasWorked: () => cancelling.$row.get() === null, isBusy: () => cancelling.$busy.get() }
}

async function lookingAtMoney(): Promise<Screen> {
  const { $money, first, lookAt, retry } = await booked()
  return {
    again: retry,
    ask: () => lookAt(first),
    hasWorked: () => typeof $money.get() === 'object',
    isBusy: () => $money.get() === 'loading'
  }
}

async function checkingMoney(): Promise<Screen> {
  const { $checking, $money, checkNow, first, lookAt } = await booked()
  await settled(lookAt(first))
  const hasRefund = () => {
    const money = $money.get()
    return typeof money === 'object' && money.refunds.length === 1
  }
  return { ask: checkNow, hasWorked: hasRefund, isBusy: () => $checking.get() }
}

const paymentRow = (by: string, endpoint: Endpoint, open: Row['open'], sentence: string): Row => ({
  by: `stores/admin/${by}.ts`,
  endpoint,
  open,
  says: { prefers_detail: true, sentence }
})

export const rows: Row[] = [
  {
    by: 'stores/admin/dashboard-lists.ts',
    endpoint: getStats,
    open: () => arriving('overview'),
    says: { prefers_detail: true, sentence: text.dashboardLoadFailed }
  },
  ...(Object.keys(LISTS) as Noun[]).map(listRow),
  ...formRows('properties', { create: createProperty, remove: deleteProperty, update: updateProperty }),
  ...formRows('scooters', { create: createScooter, remove: deleteScooter, update: updateScooter }),
  ...formRows('pricing', { create: createLegacyPricing, remove: deleteLegacyPricing, update: updateLegacyPricing }),
  ...formRows('plans', { create: createPlan, remove: deletePlan, update: updatePlan }),
  {
    by: 'client/uploads/pictures.ts',
    carries_file: true,
    endpoint: uploadImage,
    open: () => saving('properties', 'create', picture()),
    says: { sentence: /^Image upload failed: ./ }
  },
  {
    by: 'stores/admin/catalogue/scooters.ts',
    endpoint: migratePins,
    open: migrating,
    says: { prefers_detail: true, sentence: scooters.migrateFailed }
  },
  {
    by: 'stores/admin/users/users.ts',
    carries_file: true,
    endpoint: updateProfileImage,
    open: updatingPhoto,
    says: { prefers_detail: true, sentence: text.users.updateFailed }
  },
  {
    by: 'stores/admin/bookings/export.ts',
    endpoint: exportBookings,
    open: exporting,
    says: { prefers_detail: true, sentence: text.bookings.exportFailed }
  },
  paymentRow('activity', listAudits, () => arriving('activity'), text.dashboardLoadFailed),
  paymentRow('users/rider-deletion', deleteUser, deletingRider, text.users.deleteFailed),
  {
    by: 'stores/admin/users/licences.ts',
    endpoint: getLicence,
    open: viewingLicence,
    says: { sentence: text.users.licenceFailed }
  },
  paymentRow('bookings/refund-lists', listRefunds, () => arriving('payments'), text.dashboardLoadFailed),
  paymentRow('bookings/dispute-lists', listDisputes, () => arriving('payments'), text.dashboardLoadFailed),
  paymentRow('bookings/refunds', sendRefund, sending, text.payments.sendFailed),
  paymentRow('bookings/refunds', closeRefund, closing, text.payments.closeFailed),
  paymentRow('bookings/cancel', cancelAnyBooking, cancelling, text.cancelling.failed),
  paymentRow('bookings/booking-payments', getBookingMoney, lookingAtMoney, text.money.loadFailed),
  paymentRow('bookings/booking-payments', checkBookingMoney, checkingMoney, text.money.checkFailed)
]

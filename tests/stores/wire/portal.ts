import { listActivity } from '#contract/activity/activity.ts'
import {
  cancelBookingAsAdmin,
  exportBookings,
  getBookingPayments,
  listAllBookings,
  reconcileBooking,
  refundBooking,
  returnRideAsAdmin
} from '#contract/bookings/admin-bookings.ts'
import { CSV_HEAD } from '#contract/bookings/csv.ts'
import {
  createLegacyPricing,
  deleteLegacyPricing,
  updateLegacyPricing
} from '#contract/catalogue/admin-legacy-pricing.ts'
import { createPlan, deletePlan, updatePlan } from '#contract/catalogue/admin-pricing-plans.ts'
import {
  createProperty,
  deleteProperty,
  type PropertyForAdmin,
  updateProperty
} from '#contract/catalogue/admin-properties.ts'
import {
  createScooter,
  deleteScooter,
  migratePins,
  type ScooterForAdmin,
  updateScooter
} from '#contract/catalogue/admin-scooters.ts'
import { changePin } from '#contract/catalogue/change-pin.ts'
import { listPinChanges } from '#contract/catalogue/pin-changes.ts'
import { getPropertyRules, updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { getSystemStatus } from '#contract/monitoring/system-status.ts'
import { getStats } from '#contract/overview/stats.ts'
import { listDisputes } from '#contract/payments/disputes.ts'
import { closeRefund, listRefunds, sendRefund } from '#contract/payments/refunds.ts'
import { getRevenue } from '#contract/payments/revenue.ts'
import { deleteRider, updateRiderPhoto } from '#contract/riders/admin-riders.ts'
import { listRiderMessages } from '#contract/riders/messages.ts'
import { getLicence, getReturnPhoto, uploadImage } from '#contract/uploads/uploads.ts'
import * as portalBookings from '#messages/admin/bookings/bookings.ts'
import * as rideReturn from '#messages/admin/bookings/ride-return.ts'
import * as portalCatalogue from '#messages/admin/catalogue/catalogue.ts'
import * as pinText from '#messages/admin/catalogue/pin-changes.ts'
import * as rulesText from '#messages/admin/catalogue/property-rules.ts'
import * as text from '#messages/admin/dashboard.ts'
import * as bookingPayments from '#messages/admin/payments/booking-payments.ts'
import * as portalRefunds from '#messages/admin/payments/refunds.ts'
import { riderMessages } from '#messages/admin/riders/rider-messages.ts'
import * as portalRiders from '#messages/admin/riders/riders.ts'
import { captureDownloads } from '#tests/helpers/data/downloads.ts'
import {
  answerNormally,
  booking,
  LIST_ENDPOINTS,
  loadedRows,
  openTab,
  palm,
  pathOf,
  picture,
  plan,
  rates,
  refund,
  scooter
} from '../admin/portal.ts'
import { advanceTime, mountStores, openPage, server, waitForTask } from './browser-tab.ts'
import type { FaultCase, Screen } from './fault-case.ts'

// The calls of the portal's screens.

type Noun = keyof typeof LIST_ENDPOINTS
type FormNoun = 'plans' | 'pricing' | 'properties' | 'scooters'

/** Opens the dashboard at a tab for the first time. */
async function arriving(tab: Noun | 'activity' | 'overview' | 'payments' | 'pins' | 'status'): Promise<Screen> {
  openPage(pathOf(tab), 'admin')
  answerNormally()
  const { $tab, retryDashboard } = await import('#stores/admin/dashboard.ts')
  const { $stats, ...lists } = await import('#stores/admin/dashboard-lists.ts')
  const { refunds } = await import('#stores/admin/payments/refund-lists.ts')
  const { activity } = await import('#stores/admin/overview/activity.ts')
  const { revenue } = await import('#stores/admin/overview/revenue.ts')
  const { pinChanges } = await import('#stores/admin/catalogue/pin-change-list.ts')
  const { $isRefreshingStatus, $systemStatus } = await import('#stores/admin/overview/system-status.ts')
  const status = { $isRefreshing: $isRefreshingStatus, $listPage: $systemStatus }
  const shown = {
    ...lists,
    activity,
    users: lists.riders,
    overview: revenue,
    payments: refunds,
    pins: pinChanges,
    status
  }
  const list = shown[tab]
  return {
    call: async () => {
      mountStores($stats, $tab)
      // Waits for the delayed requests beside the list.
      await advanceTime(1000)
    },
    retry: retryDashboard,
    hasSucceeded: () => typeof $stats.get() === 'object' && typeof list.$listPage.get() === 'object',
    isBusy: () => $stats.get() === 'loading' || list.$listPage.get() === 'loading' || list.$isRefreshing.get() === true
  }
}

const listRow = (tab: Noun): FaultCase => ({
  file: 'stores/admin/dashboard-lists.ts',
  endpoint: LIST_ENDPOINTS[tab],
  open: () => arriving(tab),
  error: { prefersDetail: true, sentence: text.dashboardLoadFailed }
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

/** The form that the four tabs have in common. */
interface Form {
  $isDeleting: { get: () => boolean }
  $editing: { get: () => unknown; listen: (task: () => void) => () => void }
  $fields: { get: () => unknown }
  $isSaving: { get: () => boolean }
  add: () => void
  requestDelete: (row: unknown) => void
  confirmDelete: () => Promise<void>
  edit: (row: unknown) => void
  save: () => Promise<void>
  setField: (field: string, value: unknown) => void
}

async function opened(noun: FormNoun) {
  const { lists } = await openTab(noun)
  server.answer(createLegacyPricing, rates)
  server.answer(createPlan, plan)
  server.answer(createProperty, palm)
  server.answer(createScooter, scooter)
  server.answer(uploadImage, { url: '/api/images/hill' })
  const crud = (await STORES[noun]()).crud as unknown as Form
  mountStores(crud.$editing)
  const [row] = loadedRows<unknown>(lists[noun])
  return { crud, row }
}

async function saving(noun: FormNoun, action: 'create' | 'update', image?: File): Promise<Screen> {
  const { crud, row } = await opened(noun)
  if (action === 'create') crud.add()
  else crud.edit(row)
  for (const [field, value] of Object.entries({ ...TYPED[noun], ...(image && { image }) })) crud.setField(field, value)
  return {
    call: () => crud.save(),
    hasSucceeded: () => crud.$editing.get() === null,
    isBusy: () => crud.$isSaving.get(),
    preservedInput: () => crud.$fields.get()
  }
}

async function deleting(noun: FormNoun, endpoint: Endpoint): Promise<Screen> {
  const { crud, row } = await opened(noun)
  server.answer(endpoint, { message: '' })
  const requestsBefore = server.requestCount(getStats)
  return {
    call: () => {
      crud.requestDelete(row)
      return crud.confirmDelete()
    },
    hasSucceeded: () => server.requestCount(getStats) > requestsBefore,
    isBusy: () => crud.$isDeleting.get()
  }
}

interface Calls {
  create: Endpoint
  remove: Endpoint
  update: Endpoint
}

const { plans, pricing, properties, scooters } = portalCatalogue
const MESSAGES = { plans, pricing, properties, scooters }

function formRows(noun: FormNoun, { create, remove, update }: Calls): FaultCase[] {
  const file = `stores/admin/catalogue/${noun}.ts`
  const { createFailed, deleteFailed, updateFailed } = MESSAGES[noun]
  const errorOf = (sentence: string) => ({ prefersDetail: true, sentence }) as const
  return [
    { file, endpoint: create, open: () => saving(noun, 'create'), error: errorOf(createFailed) },
    { file, endpoint: update, open: () => saving(noun, 'update'), error: errorOf(updateFailed) },
    { file, endpoint: remove, open: () => deleting(noun, remove), error: errorOf(deleteFailed) }
  ]
}

async function migrating(): Promise<Screen> {
  await opened('scooters')
  server.answer(migratePins, { message: '' })
  const { $isMigrateDialogOpen, $isMigratingPins, migrateAllPins } = await STORES.scooters()
  const requestsBefore = server.requestCount(getStats)
  return {
    call: () => {
      $isMigrateDialogOpen.set(true)
      return migrateAllPins()
    },
    hasSucceeded: () => server.requestCount(getStats) > requestsBefore && !$isMigrateDialogOpen.get(),
    isBusy: () => $isMigratingPins.get()
  }
}

async function aRider() {
  const { lists } = await openTab('users')
  const [rider] = loadedRows(lists.riders)
  return rider
}

async function viewingLicence(): Promise<Screen> {
  const rider = { ...(await aRider()), license_photo_url: `/api/admin/licenses/${'0'.repeat(32)}` }
  server.answer(getLicence, 'a photo', { 'content-type': 'image/png' })
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined })
  const { $photo, $row, open } = (await import('#stores/admin/riders/licences.ts')).licenceDialog
  mountStores($photo, $row)
  return {
    call: () => open(rider),
    hasSucceeded: () => typeof $photo.get() === 'object',
    isBusy: () => $row.get() !== null && $photo.get() === 'loading',
    message: () => ($photo.get() === 'failed' ? portalRiders.licencePhoto.failed : null)
  }
}

async function readingMessages(): Promise<Screen> {
  const rider = await aRider()
  server.answer(listRiderMessages, [])
  const { $messagedRider, $riderMessages, openRiderMessages } = await import('#stores/admin/riders/rider-messages.ts')
  mountStores($messagedRider, $riderMessages)
  return {
    call: () => openRiderMessages(rider),
    hasSucceeded: () => typeof $riderMessages.get() === 'object',
    isBusy: () => $messagedRider.get() !== null && $riderMessages.get() === 'loading'
  }
}

async function deletingRider(): Promise<Screen> {
  const rider = await aRider()
  server.answer(deleteRider, { message: '' })
  const { deleteRiderDialog } = await import('#stores/admin/riders/rider-deletion.ts')
  mountStores(deleteRiderDialog.$row)
  deleteRiderDialog.open(rider)
  return {
    call: deleteRiderDialog.confirm,
    hasSucceeded: () => deleteRiderDialog.$row.get() === null,
    isBusy: () => deleteRiderDialog.$isBusy.get()
  }
}

async function updatingPhoto(): Promise<Screen> {
  const rider = await aRider()
  const { $uploadingPhotoIds, uploadPhoto } = await import('#stores/admin/riders/rider-photo.ts')
  server.answer(updateRiderPhoto, rider)
  const requestsBefore = server.requestCount(getStats)
  return {
    call: () => uploadPhoto(rider, picture()),
    hasSucceeded: () => server.requestCount(getStats) > requestsBefore,
    isBusy: () => $uploadingPhotoIds.get().length > 0
  }
}

async function exporting(): Promise<Screen> {
  await openTab('bookings')
  server.answer(exportBookings, CSV_HEAD, { 'content-type': 'text/csv; charset=utf-8' })
  const caught = captureDownloads()
  const { $isExporting, exportCsv } = await import('#stores/admin/bookings/export.ts')
  return { call: () => exportCsv(), hasSucceeded: () => caught.length === 1, isBusy: () => $isExporting.get() }
}

async function reviewed() {
  await openTab('payments')
  server.answer(sendRefund, { ...refund, status: 'sent' })
  server.answer(closeRefund, { ...refund, status: 'processed' })
  const { reviews } = await import('#stores/admin/payments/refund-lists.ts')
  const [first] = loadedRows(reviews)
  const store = await import('#stores/admin/payments/refunds.ts')
  mountStores(store.sendDialog.$row, store.closeDialog.$row, store.closeFields.$fields)
  return { ...store, first }
}

async function sending(): Promise<Screen> {
  const { first, sendDialog } = await reviewed()
  sendDialog.open(first)
  return {
    call: sendDialog.confirm,
    hasSucceeded: () => sendDialog.$row.get() === null,
    isBusy: () => sendDialog.$isBusy.get()
  }
}

async function closing(): Promise<Screen> {
  const { closeFields, openCloseDialog, confirmClose, closeDialog, first } = await reviewed()
  openCloseDialog(first)
  closeFields.setField('note', 'In cash')
  return {
    call: confirmClose,
    hasSucceeded: () => closeDialog.$row.get() === null,
    isBusy: () => closeDialog.$isBusy.get(),
    preservedInput: () => closeFields.$fields.get().note
  }
}

async function booked() {
  const { lists } = await openTab('bookings')
  server.answer(cancelBookingAsAdmin, { ...booking, payment_status: 'Refunded' })
  server.answer(getBookingPayments, { attempts: [], order_id: 'order_1', refunds: [] })
  server.answer(reconcileBooking, { attempts: [], order_id: 'order_1', refunds: [refund] })
  const [first] = loadedRows(lists.bookings)
  return { first, ...(await import('#stores/admin/payments/booking-payments.ts')) }
}

async function cancelling(): Promise<Screen> {
  const { first } = await booked()
  const { cancelDialog } = await import('#stores/admin/bookings/cancel.ts')
  cancelDialog.open(first)
  return {
    call: cancelDialog.confirm,
    hasSucceeded: () => cancelDialog.$row.get() === null,
    isBusy: () => cancelDialog.$isBusy.get()
  }
}

async function openPayments(): Promise<Screen> {
  const { $paymentDetails, first, openDetails, retryDetails } = await booked()
  return {
    retry: retryDetails,
    call: () => openDetails(first),
    hasSucceeded: () => typeof $paymentDetails.get() === 'object',
    isBusy: () => $paymentDetails.get() === 'loading'
  }
}

async function refundingGoodwill(): Promise<Screen> {
  const { first, openDetails } = await booked()
  server.answer(refundBooking, { attempts: [], order_id: 'order_1', refunds: [refund] })
  await waitForTask(openDetails(first))
  const goodwill = await import('#stores/admin/payments/goodwill.ts')
  goodwill.openGoodwill(first)
  goodwill.setGoodwillField('amount', '20')
  goodwill.setGoodwillField('reason', 'Not charged')
  return {
    call: goodwill.sendGoodwill,
    hasSucceeded: () => goodwill.$goodwillBookingId.get() === null,
    isBusy: () => goodwill.$isRefunding.get(),
    preservedInput: () => goodwill.goodwillFields.$fields.get()
  }
}

async function returningRide(): Promise<Screen> {
  const { first } = await booked()
  server.answer(returnRideAsAdmin, first)
  const returning = await import('#stores/admin/bookings/return-ride.ts')
  returning.openReturn(first)
  returning.returnFields.setField('reason', 'The rider called')
  return {
    call: returning.returnRide,
    hasSucceeded: () => returning.$rideToReturn.get() === null,
    isBusy: () => returning.$isReturning.get(),
    preservedInput: () => returning.returnFields.$fields.get().reason
  }
}

async function viewingReturnPhoto(): Promise<Screen> {
  const { first } = await booked()
  const photographed = { ...first, return_photo_id: 'photo-1' }
  server.answer(getReturnPhoto, 'a photo', { 'content-type': 'image/png' })
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined })
  const { $photo, $row, open } = (await import('#stores/admin/bookings/return-photo.ts')).returnPhotoDialog
  mountStores($photo, $row)
  return {
    call: () => open(photographed),
    hasSucceeded: () => typeof $photo.get() === 'object',
    isBusy: () => $photo.get() === 'loading',
    message: () => ($photo.get() === 'failed' ? rideReturn.returnPhoto.failed : null)
  }
}

async function checkingMoney(): Promise<Screen> {
  const { $isCheckingPayments, $paymentDetails, checkWithProvider, first, openDetails } = await booked()
  await waitForTask(openDetails(first))
  const hasRefund = () => {
    const money = $paymentDetails.get()
    return typeof money === 'object' && money.refunds.length === 1
  }
  return { call: checkWithProvider, hasSucceeded: hasRefund, isBusy: () => $isCheckingPayments.get() }
}

async function openedRules() {
  const { row } = await opened('properties')
  server.answer(getPropertyRules, {})
  server.answer(updatePropertyRules, {})
  const { openRules } = await import('#stores/admin/catalogue/properties.ts')
  const store = await import('#stores/admin/catalogue/property-rules.ts')
  mountStores(store.$rulesState, store.rules.$fields)
  const open = () => openRules(row as PropertyForAdmin, () => Promise.resolve())
  return { ...store, open }
}

async function openingRules(): Promise<Screen> {
  const { $rulesState, loadRules, open } = await openedRules()
  return {
    retry: loadRules,
    call: open,
    hasSucceeded: () => $rulesState.get() === 'loaded',
    isBusy: () => $rulesState.get() === 'loading'
  }
}

async function savingRules(): Promise<Screen> {
  const { open, rules } = await openedRules()
  await waitForTask(open())
  rules.setField('grace_minutes', '20')
  return {
    call: rules.save,
    hasSucceeded: () => rules.$editing.get() === null,
    isBusy: () => rules.$isSaving.get(),
    preservedInput: () => rules.$fields.get()
  }
}

async function openedPins() {
  await openTab('pins')
  server.answer(changePin, { message: '' })
  const { pinChanges } = await import('#stores/admin/catalogue/pin-change-list.ts')
  const store = await import('#stores/admin/catalogue/pin-changes.ts')
  mountStores(store.inUseDialog.$row)
  const [first] = loadedRows(pinChanges)
  return { ...store, first }
}

async function changingPin(): Promise<Screen> {
  const { $savingPinIds, confirmPinChange, first } = await openedPins()
  const requestsBefore = server.requestCount(getStats)
  return {
    call: () => confirmPinChange(first),
    hasSucceeded: () => server.requestCount(getStats) > requestsBefore,
    isBusy: () => $savingPinIds.get().length > 0
  }
}

async function changingPinAnyway(): Promise<Screen> {
  const { inUseDialog, first } = await openedPins()
  inUseDialog.open(first)
  return {
    call: inUseDialog.confirm,
    hasSucceeded: () => inUseDialog.$row.get() === null,
    isBusy: () => inUseDialog.$isBusy.get()
  }
}

async function askingForMaintenance(): Promise<Screen> {
  const { row } = await opened('scooters')
  const { $ridesAhead, toggleMaintenance } = await import('#stores/admin/catalogue/scooter-status.ts')
  return {
    call: () => toggleMaintenance({ ...(row as ScooterForAdmin), rides_ahead: 1 }),
    hasSucceeded: () => typeof $ridesAhead.get() === 'object',
    isBusy: () => $ridesAhead.get() === 'loading'
  }
}

async function settingMaintenance(): Promise<Screen> {
  const { row } = await opened('scooters')
  server.answer(updateScooter, { ...scooter, status: 'Maintenance' })
  const { $savingStatusIds, toggleMaintenance } = await import('#stores/admin/catalogue/scooter-status.ts')
  const requestsBefore = server.requestCount(getStats)
  return {
    call: () => toggleMaintenance(row as ScooterForAdmin),
    hasSucceeded: () => server.requestCount(getStats) > requestsBefore,
    isBusy: () => $savingStatusIds.get().length > 0
  }
}

const storeRow = (by: string, endpoint: Endpoint, open: FaultCase['open'], sentence: string): FaultCase => ({
  file: `stores/admin/${by}.ts`,
  endpoint,
  open,
  error: { prefersDetail: true, sentence }
})

export const rows: FaultCase[] = [
  {
    file: 'stores/admin/dashboard-lists.ts',
    endpoint: getStats,
    open: () => arriving('overview'),
    error: { prefersDetail: true, sentence: text.dashboardLoadFailed }
  },
  ...(Object.keys(LIST_ENDPOINTS) as Noun[]).map(listRow),
  ...formRows('properties', { create: createProperty, remove: deleteProperty, update: updateProperty }),
  storeRow('catalogue/property-rules', getPropertyRules, openingRules, rulesText.loadFailed),
  storeRow('catalogue/property-rules', updatePropertyRules, savingRules, rulesText.saveFailed),
  storeRow('catalogue/pin-change-list', listPinChanges, () => arriving('pins'), text.dashboardLoadFailed),
  storeRow('catalogue/pin-changes', changePin, changingPin, pinText.changeFailed),
  storeRow('catalogue/pin-changes', changePin, changingPinAnyway, pinText.changeFailed),
  ...formRows('scooters', { create: createScooter, remove: deleteScooter, update: updateScooter }),
  ...formRows('pricing', { create: createLegacyPricing, remove: deleteLegacyPricing, update: updateLegacyPricing }),
  ...formRows('plans', { create: createPlan, remove: deletePlan, update: updatePlan }),
  {
    file: 'client/uploads/property-pictures.ts',
    isUpload: true,
    endpoint: uploadImage,
    open: () => saving('properties', 'create', picture()),
    error: { sentence: /^Image upload failed: ./ }
  },
  {
    file: 'stores/admin/catalogue/scooters.ts',
    endpoint: migratePins,
    open: migrating,
    error: { prefersDetail: true, sentence: scooters.migrateFailed }
  },
  // The dialog shows the number of rides also without the list.
  { file: 'stores/admin/catalogue/scooter-status.ts', endpoint: listAllBookings, open: askingForMaintenance },
  {
    file: 'stores/admin/catalogue/scooters.ts',
    endpoint: updateScooter,
    open: settingMaintenance,
    error: { prefersDetail: true, sentence: scooters.updateFailed }
  },
  {
    file: 'stores/admin/riders/rider-photo.ts',
    isUpload: true,
    endpoint: updateRiderPhoto,
    open: updatingPhoto,
    error: { prefersDetail: true, sentence: portalRiders.riders.updateFailed }
  },
  {
    file: 'stores/admin/bookings/export.ts',
    endpoint: exportBookings,
    open: exporting,
    error: { prefersDetail: true, sentence: portalBookings.bookings.exportFailed }
  },
  storeRow('overview/revenue', getRevenue, () => arriving('overview'), text.dashboardLoadFailed),
  storeRow('overview/activity', listActivity, () => arriving('activity'), text.dashboardLoadFailed),
  storeRow('overview/system-status', getSystemStatus, () => arriving('status'), text.dashboardLoadFailed),
  storeRow('riders/rider-messages', listRiderMessages, readingMessages, riderMessages.failed),
  storeRow('riders/rider-deletion', deleteRider, deletingRider, portalRiders.riders.deleteFailed),
  {
    file: 'stores/admin/riders/licences.ts',
    endpoint: getLicence,
    open: viewingLicence,
    error: { sentence: portalRiders.licencePhoto.failed }
  },
  storeRow('payments/refund-lists', listRefunds, () => arriving('payments'), text.dashboardLoadFailed),
  storeRow('payments/dispute-lists', listDisputes, () => arriving('payments'), text.dashboardLoadFailed),
  storeRow('payments/refunds', sendRefund, sending, portalRefunds.refunds.sendFailed),
  storeRow('payments/refunds', closeRefund, closing, portalRefunds.refunds.closeFailed),
  storeRow('bookings/return-ride', returnRideAsAdmin, returningRide, rideReturn.returning.failed),
  {
    file: 'stores/admin/bookings/return-photo.ts',
    endpoint: getReturnPhoto,
    open: viewingReturnPhoto,
    error: { sentence: rideReturn.returnPhoto.failed }
  },
  storeRow('bookings/cancel', cancelBookingAsAdmin, cancelling, portalBookings.cancelling.failed),
  storeRow('payments/booking-payments', getBookingPayments, openPayments, bookingPayments.paymentDetails.loadFailed),
  storeRow('payments/goodwill', refundBooking, refundingGoodwill, bookingPayments.goodwill.failed),
  storeRow('payments/booking-payments', reconcileBooking, checkingMoney, bookingPayments.paymentDetails.checkFailed)
]

import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import type { PropertyForAdmin } from '#contract/catalogue/admin-properties.ts'
import { changePin, type ScooterForAdmin, updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { getPropertyRules, updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import { getStats } from '#contract/overview/stats.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import * as propertyRulesText from '#messages/admin/catalogue/property-rules.ts'
import { loadedRows, openTab, scooter } from '#tests/stores/admin/page.ts'
import { mountStores, server, waitForTask } from '#tests/stores/browser-tab.ts'
import type { FaultCase, Screen } from '#tests/stores/faults/faults.ts'
import { opened } from './forms.ts'
import { storeRow } from './lists.ts'

// The other calls of the catalogue: rules, PINs and maintenance.

async function openedRules() {
  const { row } = await opened('properties')
  server.answer(getPropertyRules, {})
  server.answer(updatePropertyRules, {})
  const { openRules } = await import('#stores/admin/catalogue/properties.ts')
  const store = await import('#stores/admin/catalogue/properties.ts')
  mountStores(store.$rulesState, store.rulesForm.$fields)
  const open = () => openRules(row as PropertyForAdmin)
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
  const { open, rulesForm } = await openedRules()
  await waitForTask(open())
  rulesForm.setField('grace_minutes', '20')
  return {
    call: rulesForm.save,
    hasSucceeded: () => rulesForm.$editing.get() === null,
    isBusy: () => rulesForm.$isSaving.get(),
    preservedInput: () => rulesForm.$fields.get()
  }
}

async function pausing(): Promise<Screen> {
  const { row } = await opened('properties')
  server.answer(updatePropertyRules, {})
  const store = await import('#stores/admin/catalogue/pause-bookings.ts')
  mountStores(store.pauseForm.$fields)
  store.openPause(row as PropertyForAdmin)
  store.pauseForm.setField('note', 'The gate is closed')
  return {
    call: store.pauseBookings,
    hasSucceeded: () => store.$propertyToPause.get() === null,
    isBusy: () => store.$isPausing.get(),
    message: () => store.pauseForm.$formError.get(),
    preservedInput: () => store.pauseForm.$fields.get().note
  }
}

async function resuming(): Promise<Screen> {
  const { row } = await opened('properties')
  server.answer(updatePropertyRules, {})
  const { $resumingIds, resumeBookings } = await import('#stores/admin/catalogue/pause-bookings.ts')
  const requestsBefore = server.requestCount(getStats)
  return {
    call: () => resumeBookings(row as PropertyForAdmin),
    hasSucceeded: () => server.requestCount(getStats) > requestsBefore,
    isBusy: () => $resumingIds.get().length > 0
  }
}

async function openedPins() {
  await openTab('pins')
  server.answer(changePin, { message: '' })
  const { pinChanges } = await import('#tests/stores/admin/lists.ts')
  const store = await import('#stores/admin/catalogue/pin-changes.ts')
  mountStores(store.pinInUseDialog.$row)
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
  const { pinInUseDialog, first } = await openedPins()
  pinInUseDialog.open(first)
  return {
    call: pinInUseDialog.confirm,
    hasSucceeded: () => pinInUseDialog.$row.get() === null,
    isBusy: () => pinInUseDialog.$isBusy.get()
  }
}

async function askingForMaintenance(): Promise<Screen> {
  const { row } = await opened('scooters')
  const { $upcomingRides, toggleMaintenance } = await import('#stores/admin/catalogue/scooters.ts')
  return {
    call: () => toggleMaintenance({ ...(row as ScooterForAdmin), rides_ahead: 1 }),
    hasSucceeded: () => typeof $upcomingRides.get() === 'object',
    isBusy: () => $upcomingRides.get() === 'loading'
  }
}

async function settingMaintenance(): Promise<Screen> {
  const { row } = await opened('scooters')
  server.answer(updateScooter, { ...scooter, status: 'Maintenance' })
  const { toggleMaintenance } = await import('#stores/admin/catalogue/scooters.ts')
  const { $savingStatusIds } = await import('#stores/admin/catalogue/scooter-status.ts')
  const requestsBefore = server.requestCount(getStats)
  return {
    call: () => toggleMaintenance(row as ScooterForAdmin),
    hasSucceeded: () => server.requestCount(getStats) > requestsBefore,
    isBusy: () => $savingStatusIds.get().length > 0
  }
}

export const catalogueRows: readonly FaultCase[] = [
  storeRow('catalogue/properties', getPropertyRules, openingRules, propertyRulesText.loadFailed),
  storeRow('catalogue/properties', updatePropertyRules, savingRules, propertyRulesText.saveFailed),
  storeRow('catalogue/pause-bookings', updatePropertyRules, pausing, propertyRulesText.pause.failed),
  storeRow('catalogue/pause-bookings', updatePropertyRules, resuming, propertyRulesText.pause.resumeFailed),
  storeRow('catalogue/pin-changes', changePin, changingPin, pinChangesText.changeFailed),
  storeRow('catalogue/pin-changes', changePin, changingPinAnyway, pinChangesText.changeFailed),
  // The dialog shows the number of rides also without the list.
  { file: 'stores/admin/catalogue/scooters.ts', endpoint: listAllBookings, open: askingForMaintenance },
  {
    file: 'stores/admin/catalogue/scooter-status.ts',
    endpoint: updateScooter,
    open: settingMaintenance,
    error: { prefersDetail: true, sentence: catalogueText.scooters.updateFailed }
  }
]

import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { type BookingForAdmin, listAllBookings } from '#contract/bookings/admin-bookings.ts'
import type { ScooterForAdmin } from '#contract/catalogue/admin-scooters.ts'
import { LONGEST_ROW_MINUTES } from '#domain/bookings/booking-window.ts'
import type { ScooterStatus } from '#domain/catalogue/scooter-status.ts'
import { PAGE_SIZE_MAX, RIDES_AHEAD_SHOWN } from '#domain/constants.ts'
import { addMinutes, dayOf, parseInstant } from '#domain/time/india-time.ts'
import * as text from '#messages/admin/catalogue/catalogue.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { whileSaving } from '#stores/admin/kit/while-saving.ts'
import type { ListQuery } from '#stores/admin/list/list-query.ts'
import { toast } from '#stores/app/toasts.ts'
import { nullOnError } from '#stores/kit/errors.ts'
import { type Loadable, latestOnly } from '#stores/kit/loadable.ts'

import { saveStatus } from './scooters.ts'

// Maintenance and back with one press. Paid rides of the scooter stay booked, so they are shown before.

/** Ids of the scooters whose status is being saved. */
export const $savingStatusIds = atom<readonly string[]>([])
/** The scooter that an admin wants to set to Maintenance although it has paid rides; null while no dialog is open. */
export const $rowForMaintenance = atom<ScooterForAdmin | null>(null)
/** The dialog stays mounted after its first use, because closing it restores the focus. */
export const $isMaintenanceDialogLoaded = atom(false)
/** The next paid rides of that scooter. */
export const $ridesAhead = atom<Loadable<readonly BookingForAdmin[]>>('loading')

/** The query of the Bookings tab for the paid bookings of a scooter, upcoming ones first. */
export const paidBookingsOf = ({ id, name }: ScooterForAdmin): Partial<ListQuery> => ({
  filters: { scooter_id: id, status: 'Completed' },
  scope: { filter: 'scooter_id', label: name },
  sort: '-start_time'
})

const beginRequest = latestOnly()

async function loadRidesAhead({ id }: ScooterForAdmin): Promise<void> {
  const isLatest = beginRequest()
  $ridesAhead.set('loading')
  const now = new Date()
  // A ride under way may have started yesterday.
  const from = dayOf(addMinutes(now, -LONGEST_ROW_MINUTES))
  const query = {
    from,
    per_page: String(PAGE_SIZE_MAX),
    scooter_id: id,
    sort: 'start_time',
    status: 'Completed'
  } as const
  // The dialog shows the number of rides also without the list.
  const rides = await nullOnError(call(listAllBookings, { query }))
  if (!isLatest()) return
  const ahead = rides?.filter(({ end_time }) => parseInstant(end_time) > now)
  $ridesAhead.set(ahead?.slice(0, RIDES_AHEAD_SHOWN) ?? 'failed')
}

const savingOf = ({ id }: ScooterForAdmin) => ({
  $ids: $savingStatusIds,
  failureMessage: text.scooters.updateFailed,
  id
})

async function changeStatus(row: ScooterForAdmin, status: ScooterStatus): Promise<void> {
  await whileSaving(savingOf(row), async () => {
    const saved = await saveStatus(row, status)
    toast('success', text.statusSet(row.name, status, saved?.rides_ahead ?? 0))
    return async () => {
      if ($rowForMaintenance.get()?.id === row.id) cancelMaintenance()
      await reloadAfter('scooters')
    }
  })
}

/** Sets the scooter to Maintenance, or back to Available. With paid rides ahead, a dialog asks first. */
export async function toggleMaintenance(row: ScooterForAdmin, loadDialog: () => Promise<unknown>): Promise<void> {
  if (row.status === 'Maintenance') return changeStatus(row, 'Available')
  if (!row.rides_ahead) return changeStatus(row, 'Maintenance')
  await whileSaving(savingOf(row), async () => {
    await loadDialog()
    $isMaintenanceDialogLoaded.set(true)
    $rowForMaintenance.set(row)
    return () => loadRidesAhead(row)
  })
}

export function cancelMaintenance(): void {
  beginRequest()
  $rowForMaintenance.set(null)
}

export async function confirmMaintenance(): Promise<void> {
  const row = $rowForMaintenance.get()
  if (row) await changeStatus(row, 'Maintenance')
}

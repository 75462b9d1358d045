import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { type ScooterForAdmin, updateScooter } from '#contract/catalogue/admin-scooters.ts'
import type { ClientInput } from '#contract/kit/endpoint.ts'
import { aheadOf, rideEndOf } from '#domain/bookings/rides.ts'
import { effectiveStatus, type ScooterStatus } from '#domain/catalogue/scooters.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as commonText from '#messages/common.ts'
import { toast } from '#stores/app/toasts.ts'
import { busyRow, whileBusy } from '#stores/kit/requests.ts'
import { reloadAfterScooter } from './scooter-lists.ts'

/** Ids of the scooters whose status is being saved. */
export const $savingStatusIds = atom<readonly string[]>([])
/** The status that was saved last. */
export const $savedStatus = atom<{ id: string; status: ScooterStatus } | null>(null)

/** Saves a new status without the form. */
export async function setScooterStatus(
  { id, name }: { id: string; name: string },
  status: ScooterStatus,
  body: ClientInput<typeof updateScooter>['body'] = { status }
): Promise<void> {
  await whileBusy(busyRow($savingStatusIds, id), catalogueText.scooters.updateFailed, async () => {
    const saved = await call(updateScooter, { body, params: { id } })
    $savedStatus.set({ id, status })
    toast('success', catalogueText.statusSet(name, status, saved?.rides_ahead ?? 0))
    return reloadAfterScooter
  })
}

/** Why the scooter cannot be had now: it is ridden, or its rider is late with it, or a problem blocks it. */
function reasonOf(scooter: ScooterForAdmin, isStored: boolean, now: Date): string | null {
  const [rideEnd, blockEnd] = [rideEndOf(scooter, now), aheadOf(now, scooter.blocked_until)]
  if (rideEnd) return isStored ? catalogueText.rideUntil(rideEnd, now) : commonText.bookedUntil(rideEnd, now)
  if (scooter.is_late) return catalogueText.lateWith(scooter.booked_by)
  return blockEnd && !isStored ? catalogueText.blockedUntil(scooter.block_kind, blockEnd, now) : null
}

/** The status that riders see, why it is not Available, and the stored status if it differs. */
export function shownStatus(scooter: ScooterForAdmin, now: Date) {
  const { property_deleted, status } = scooter
  const effective = effectiveStatus(status, {
    isBlocked: aheadOf(now, scooter.blocked_until) !== null,
    isLate: Boolean(scooter.is_late),
    isRidden: rideEndOf(scooter, now) !== null
  })
  const isStored = effective === status
  return {
    reason: reasonOf(scooter, isStored, now),
    status: property_deleted && effective === 'Available' ? catalogueText.scooters.notOffered : effective,
    stored: isStored ? null : catalogueText.storedStatus(status)
  }
}

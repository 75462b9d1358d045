import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import {
  cancelAbsentRide,
  listMoveTargets,
  moveRideAsAdmin,
  previewAbsence,
  returnReason,
  returnRideAsAdmin,
  type StaffRide
} from '#contract/bookings/admin-bookings.ts'
import type { ClientOutput } from '#contract/kit/endpoint.ts'
import { getReturnPhoto } from '#contract/uploads/uploads.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as todayText from '#messages/admin/today.ts'
import { createNoteDialog, createPhotoDialog, createRowDialog } from '#stores/admin/list/row-dialogs.ts'
import { type Disputable, disputeOverrideFor } from '#stores/admin/payments/refunds.ts'
import { sendOrKeep } from '#stores/admin/staff/round.ts'
import {
  busyRow,
  isLoaded,
  type Loadable,
  latestOnly,
  loadLatest,
  logFailure,
  whileBusy
} from '#stores/kit/requests.ts'

// The staff move a ride to another scooter, end it, and look at the photo of the parked scooter.

interface RideDialogOptions {
  findCurrentRow: (row: StaffRide) => StaffRide | null
  reload: () => Promise<void>
}

/** Offers the free scooters and asks for the reason. The one that has stood longest is chosen at first. */
export function createMoveDialog({ findCurrentRow, reload }: RideDialogOptions) {
  const $targets = atom<Loadable<ClientOutput<typeof listMoveTargets>>>('loading')
  const $chosenId = atom('')
  const beginRequest = latestOnly()

  const nameOf = (id: string) => {
    const targets = $targets.get()
    return (isLoaded(targets) && targets.find(target => target.id === id)?.name) || ''
  }

  /** The scooters on screen stay until the response arrives, and so does the choice if it is still free. */
  async function loadTargets({ id }: StaffRide): Promise<void> {
    const isLatest = beginRequest()
    const request = call(listMoveTargets, { params: { id } })
    // A toast would cover the dialog, which says it.
    await logFailure(loadLatest($targets, isLatest, request))
    const targets = $targets.get()
    if (isLatest() && isLoaded(targets) && !nameOf($chosenId.get())) $chosenId.set(targets[0]?.id ?? '')
  }

  const dialog = createNoteDialog({
    failureMessage: ridesText.moving.failed,
    findCurrentRow,
    name: 'reason',
    perform: async ({ id }: StaffRide, body: { from_scooter_id: string; reason: string; scooter_id: string }) => {
      await call(moveRideAsAdmin, { body, params: { id } })
      return ridesText.moved(nameOf(body.scooter_id))
    },
    reload: async () => {
      const ride = dialog.$row.get()
      await Promise.all([reload(), ride && loadTargets(ride)])
    },
    schema: moveRideAsAdmin.body,
    toBody: ({ scooter_id }: StaffRide, reason) => ({
      from_scooter_id: scooter_id ?? '',
      reason,
      scooter_id: $chosenId.get()
    })
  })

  async function open(ride: StaffRide): Promise<void> {
    dialog.open(ride)
    await retry()
  }

  async function retry(): Promise<void> {
    const ride = dialog.$row.get()
    $targets.set('loading')
    $chosenId.set('')
    if (ride) await loadTargets(ride)
  }

  return { ...dialog, $chosenId, $targets, choose: (id: string) => $chosenId.set(id), open, retry }
}

export type MoveDialog = ReturnType<typeof createMoveDialog>

/** Asks for the reason before a ride ends. It is filled in if somebody has seen the scooter at its place. */
export function createReturnDialog({
  isSeen,
  ...options
}: RideDialogOptions & { isSeen: (row: StaffRide) => boolean }) {
  const dialog = createNoteDialog({
    ...options,
    failureMessage: ridesText.returning.failed,
    name: 'reason',
    perform: ({ id, scooter_id, scooter_name }: StaffRide, body: { reason: string }) =>
      sendOrKeep({ ...body, id, kind: 'returned', scooter_id: scooter_id ?? '', scooter_name }, async () => {
        await call(returnRideAsAdmin, { body, params: { id } })
        return ridesText.returning.done
      }),
    schema: returnReason,
    toBody: (_, reason) => ({ reason })
  })
  const { $fields, setField } = dialog.fields
  return {
    ...dialog,
    open: (row: StaffRide): void => {
      dialog.open(row)
      if (isSeen(row) && $fields.get().reason === '') setField('reason', todayText.labels.returnReason)
    }
  }
}

export type ReturnDialog = ReturnType<typeof createReturnDialog>

/** Asks before a ride ends because its rider did not come. The amounts are loaded first. */
export function createAbsenceDialog({ findCurrentRow, reload }: RideDialogOptions) {
  const $absence = atom<ClientOutput<typeof previewAbsence>>({ amount: 0, pin_seen_at: null, refund: 0 })
  const $isHere = atom(false)
  const $openingIds = atom<readonly string[]>([])

  async function load({ id }: StaffRide): Promise<void> {
    $absence.set(await call(previewAbsence, { params: { id } }))
  }

  const dialog = createRowDialog<StaffRide & Disputable>({
    failureMessage: ridesText.absence.failed,
    findCurrentRow: row => {
      const ride = findCurrentRow(row)
      return ride?.may_be_absent ? ride : null
    },
    perform: async ride => {
      const body = { amount: $absence.get().refund, is_here: $isHere.get(), ...disputeOverrideFor(ride) }
      await call(cancelAbsentRide, { body, params: { id: ride.id } })
      return ridesText.nowFree(ride.scooter_name)
    },
    reload: async () => {
      const ride = dialog.$row.get()
      await Promise.all([reload(), ride && logFailure(load(ride))])
    },
    requiresSecondConfirmation: ({ dispute }) => $absence.get().refund > 0 && Boolean(dispute)
  })

  const open = (ride: StaffRide): Promise<void> =>
    whileBusy(busyRow($openingIds, ride.id), ridesText.absence.failed, async () => {
      await load(ride)
      $isHere.set(false)
      dialog.open(ride)
    })

  return { ...dialog, $absence, $isHere, $openingIds, open, toggleIsHere: () => $isHere.set(!$isHere.get()) }
}

export type AbsenceDialog = ReturnType<typeof createAbsenceDialog>

/** The photo of the parked scooter. */
export const returnPhotoDialog = createPhotoDialog<StaffRide>({
  load: ({ return_photo_id }) => call(getReturnPhoto, { params: { id: return_photo_id ?? '' } }),
  name: 'return'
})

import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import {
  listMoveTargets,
  moveRideAsAdmin,
  returnReason,
  returnRideAsAdmin,
  type StaffRide
} from '#contract/bookings/admin-bookings.ts'
import type { ClientOutput } from '#contract/kit/endpoint.ts'
import { getReturnPhoto } from '#contract/uploads/uploads.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as todayText from '#messages/admin/today.ts'
import { createNoteDialog, createPhotoDialog } from '#stores/admin/list/row-dialogs.ts'
import { sendOrKeep } from '#stores/admin/staff/round.ts'
import { isLoaded, type Loadable, latestOnly, loadLatest, nullOnError } from '#stores/kit/requests.ts'

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
    await nullOnError(loadLatest($targets, isLatest, request))
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

/** The photo of the parked scooter. */
export const returnPhotoDialog = createPhotoDialog<StaffRide>({
  load: ({ return_photo_id }) => call(getReturnPhoto, { params: { id: return_photo_id ?? '' } }),
  name: 'return'
})

import { call } from '#client/http/api.ts'
import { returnReason, returnRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { getReturnPhoto } from '#contract/uploads/uploads.ts'
import { returning } from '#messages/admin/rides.ts'
import { text } from '#messages/admin/today.ts'
import { createNoteDialog, createPhotoDialog } from '#stores/admin/list/row-dialogs.ts'

// The staff end a ride, and look at the photo of the parked scooter.

interface Ride {
  id: string
  end_time: string
  scooter_name: string
  start_time: string
  user_name: string
}

interface ReturnDialogOptions<Row> {
  /** Whether somebody has seen the scooter at its place. Then the reason is filled in. */
  isSeen: (row: Row) => boolean
  findCurrentRow: (row: Row) => Row | null
  reload: () => Promise<void>
}

/** Asks for the reason before a ride ends. */
export function createReturnDialog<Row extends Ride>({ isSeen, ...options }: ReturnDialogOptions<Row>) {
  const dialog = createNoteDialog({
    ...options,
    failureMessage: returning.failed,
    name: 'reason',
    perform: async ({ id }: Row, body: { reason: string }) => {
      await call(returnRideAsAdmin, { body, params: { id } })
      return returning.done
    },
    schema: returnReason,
    toBody: (_, reason) => ({ reason })
  })
  const { $fields, setField } = dialog.fields
  return {
    ...dialog,
    open: (row: Row): void => {
      dialog.open(row)
      if (isSeen(row) && $fields.get().reason === '') setField('reason', text.returnReason)
    }
  }
}

/** As its screen needs it. */
export type ReturnDialog = Omit<ReturnType<typeof createReturnDialog<Ride>>, 'open'>

interface ReturnedRide {
  return_photo_id: string | null
  scooter_name: string
}

/** The photo of the parked scooter. */
export const returnPhotoDialog = createPhotoDialog<ReturnedRide>({
  load: ({ return_photo_id }) => call(getReturnPhoto, { params: { id: return_photo_id ?? '' } }),
  name: 'return'
})

import { MoveQuestion, ReturnDialogs } from '#islands/admin/bookings/ride-questions.tsx'
import * as todayText from '#messages/admin/today.ts'
import { returnPhotoDialog } from '#stores/admin/bookings/ride-dialogs.ts'
import { moveDialog, returnedDialog } from '#stores/admin/staff/today-dialogs.ts'

export const actions = {
  openMove: moveDialog.open,
  openPhoto: returnPhotoDialog.open,
  openReturned: returnedDialog.open
}

export function Dialogs() {
  return (
    <>
      <ReturnDialogs confirmLabel={todayText.labels.returned} dialog={returnedDialog} />
      <MoveQuestion dialog={moveDialog} />
    </>
  )
}

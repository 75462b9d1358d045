import { DeskRefundQuestion } from '#islands/admin/bookings/desk-refund.tsx'
import { AbsenceQuestion, MoveQuestion, ReturnDialogs } from '#islands/admin/bookings/ride-questions.tsx'
import { Dialogs as PinDialogs, actions as pins } from '#islands/admin/catalogue/pin-question.tsx'
import { Dialogs as ProblemDialogs, actions as problems } from '#islands/admin/problems/problem-dialogs.tsx'
import * as todayText from '#messages/admin/today.ts'
import { returnPhotoDialog } from '#stores/admin/bookings/ride-dialogs.ts'
import { deskRefundDialog } from '#stores/admin/payments/booking-payments.ts'
import { takeBack } from '#stores/admin/staff/round.ts'
import { absenceDialog, moveDialog, returnedDialog } from '#stores/admin/staff/today-dialogs.ts'

export const actions = {
  ...pins,
  ...problems,
  $openingAbsenceIds: absenceDialog.$openingIds,
  openAbsence: absenceDialog.open,
  openDeskRefund: deskRefundDialog.open,
  openMove: moveDialog.open,
  openReturned: returnedDialog.open,
  openReturnPhoto: returnPhotoDialog.open,
  takeBack
}

/** The questions before a ride ends or moves, a PIN changes, or a problem is decided. */
export function Dialogs() {
  return (
    <>
      <PinDialogs />
      <ProblemDialogs />
      <ReturnDialogs confirmLabel={todayText.labels.returned} dialog={returnedDialog} />
      <MoveQuestion dialog={moveDialog} />
      <AbsenceQuestion dialog={absenceDialog} />
      <DeskRefundQuestion />
    </>
  )
}

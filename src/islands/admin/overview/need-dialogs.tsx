import { Dialogs as PinDialogs, actions as pins } from '#islands/admin/catalogue/pin-question.tsx'
import { Dialogs as ProblemDialogs, actions as problems } from '#islands/admin/problems/problem-dialogs.tsx'
import { Dialogs as RideDialogs, actions as rides } from '#islands/admin/staff/today-dialogs.tsx'

export const actions = { ...pins, ...problems, ...rides }

/** The questions before a ride ends, a PIN changes, or a problem is decided. */
export function Dialogs() {
  return (
    <>
      <PinDialogs />
      <ProblemDialogs />
      <RideDialogs />
    </>
  )
}

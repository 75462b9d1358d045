import type { ReactNode } from 'react'
import { latePart } from '#client/device/late-part.ts'
import type { StaffRide } from '#contract/bookings/admin-bookings.ts'
import type { PinChange } from '#contract/catalogue/admin-scooters.ts'
import type { Problem } from '#contract/problems/problems.ts'
import { useLate, useOpen } from '#islands/admin/late-dialogs.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import * as listsText from '#messages/admin/lists.ts'
import * as needsText from '#messages/admin/needs.ts'
import { createLateDialogs } from '#stores/admin/late-dialogs.ts'

// What the staff do about a scooter or a ride, in each list that names it.

/** The questions, which load with the first press. A screen shows them once, below its lists. */
export const staffDialogs = createLateDialogs(latePart(() => import('./staff-dialogs.tsx')))

interface ActionButtonProps {
  act: (dialogs: typeof import('./staff-dialogs.tsx')) => unknown
  /** Of the row. */
  id: string
  isBusy?: boolean | undefined
  kind?: 'ghost' | 'primary' | 'secondary'
  label: string
  /** The name of the row, for screen readers. */
  row: string
}

export function ActionButton({ act, id, isBusy = false, kind = 'secondary', label, row }: ActionButtonProps) {
  const open = useOpen(staffDialogs)(`${label} ${id}`, act)
  return (
    <Button {...open} aria-label={listsText.actionOn(label, row)} isBusy={open.isBusy || isBusy} isSmall kind={kind}>
      {label}
    </Button>
  )
}

export function ChangedButton({ change, kind = 'primary' }: { change: PinChange } & Pick<ActionButtonProps, 'kind'>) {
  const saving = useLate(staffDialogs, ({ actions }) => actions.$savingPinIds)
  return (
    <ActionButton
      act={({ actions }) => actions.confirmPinChange(change)}
      id={change.scooter_id}
      isBusy={saving?.includes(change.scooter_id)}
      kind={kind}
      label={needsText.changed}
      row={change.scooter_name}
    />
  )
}

export function ReturnedButton({ ride }: { ride: StaffRide }) {
  return (
    <ActionButton
      act={({ actions }) => actions.openReturned(ride)}
      id={ride.id}
      label={needsText.returned}
      row={ride.scooter_name}
    />
  )
}

/** `children`: what the list also has for a problem. */
export function ProblemButtons({ children, problem }: { children?: ReactNode; problem: Problem }) {
  const button = { id: problem.id, row: problem.scooter_name }
  return (
    <div className="flex flex-wrap gap-2">
      {problem.state === 'open' && problem.kind !== 'service' && (
        <ActionButton {...button} act={({ actions }) => actions.openKnown(problem)} label={needsText.known} />
      )}
      {problem.state !== 'fixed' && (
        <ActionButton {...button} act={({ actions }) => actions.openFixed(problem)} label={needsText.fixed} />
      )}
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'
import { lazyPart } from '#client/device/lazy-part.ts'
import type { StaffRide } from '#contract/bookings/admin-bookings.ts'
import type { PinChange } from '#contract/catalogue/admin-scooters.ts'
import type { Problem } from '#contract/problems/problems.ts'
import type { DeskRefund } from '#contract/staff/today.ts'
import { useLazy, useOpen } from '#islands/admin/lazy-dialogs.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as deskText from '#messages/admin/desk.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as needsText from '#messages/admin/needs.ts'
import * as roundText from '#messages/admin/round.ts'
import { $presses, $withoutNetwork, type PressOf } from '#stores/admin/staff/presses.ts'
import { createLazyDialogs } from '#stores/kit/lazy-dialogs.ts'

// What the staff do about a scooter or a ride, in each list that names it.

/** The questions, which load with the first press. A screen shows them once, below its lists. */
export const staffDialogs = createLazyDialogs(lazyPart(() => import('./staff-dialogs.tsx')))

interface ActionButtonProps {
  act: (dialogs: typeof import('./staff-dialogs.tsx')) => unknown
  /** Of the row. */
  id: string
  isBusy?: boolean | undefined
  /** This device keeps the press without a network. Other buttons are disabled then. */
  isKept?: boolean
  kind?: 'ghost' | 'primary' | 'secondary'
  label: string
  /** The name of the row, for screen readers. */
  row: string
}

export function ActionButton(props: ActionButtonProps) {
  const { act, id, isBusy = false, isKept = false, kind = 'secondary', label, row } = props
  const open = useOpen(staffDialogs)(`${label} ${id}`, act)
  const withoutNetwork = useStore($withoutNetwork)
  return (
    <Button
      {...open}
      aria-label={listsText.actionOn(label, row)}
      disabled={withoutNetwork && !isKept}
      isBusy={open.isBusy || isBusy}
      isSmall
      kind={kind}
    >
      {label}
    </Button>
  )
}

interface KeptButtonProps extends Omit<ActionButtonProps, 'isKept'> {
  press: PressOf['kind']
}

/** A button whose press this device keeps without a network. Then it can be taken back. */
function KeptButton({ press, ...button }: KeptButtonProps) {
  const pressed = useStore($presses).find(({ id, kind }) => kind === press && id === button.id)
  if (!pressed) return <ActionButton {...button} isKept />
  return (
    <div className="flex flex-wrap items-center gap-x-2 max-md:basis-full">
      <p className="caption" role="status">
        {roundText.saved}
      </p>
      <span className="-ml-[14px]">
        <ActionButton
          act={({ actions }) => actions.takeBack(pressed)}
          id={`${press} ${button.id}`}
          isKept
          kind="ghost"
          label={roundText.takeBack}
          row={button.row}
        />
      </span>
    </div>
  )
}

export function ChangedButton({ change, kind = 'primary' }: { change: PinChange } & Pick<ActionButtonProps, 'kind'>) {
  const saving = useLazy(staffDialogs, ({ actions }) => actions.$savingPinIds)
  return (
    <KeptButton
      act={({ actions }) => actions.confirmPinChange(change)}
      id={change.scooter_id}
      isBusy={saving?.includes(change.scooter_id)}
      kind={kind}
      label={needsText.changed}
      press="changed"
      row={change.scooter_name}
    />
  )
}

export function ReturnedButton({ ride }: { ride: StaffRide }) {
  return (
    <KeptButton
      act={({ actions }) => actions.openReturned(ride)}
      id={ride.id}
      label={needsText.returned}
      press="returned"
      row={ride.scooter_name}
    />
  )
}

export function PaidBackButton({ due }: { due: DeskRefund }) {
  return (
    <ActionButton
      act={({ actions }) => actions.openDeskRefund(due)}
      id={due.id}
      label={deskText.paidBackShort(due.pay)}
      row={due.rider_name}
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
        <KeptButton
          {...button}
          act={({ actions }) => actions.openFixed(problem)}
          label={needsText.fixed}
          press="fixed"
        />
      )}
      {children}
    </div>
  )
}

/** '482915 → 739264' */
export function OldAndNewPin({ new_pin, otp_pin }: PinChange) {
  return (
    <span className="numeric tracking-[.06em]">
      <span className="sr-only">{needsText.beforeOldPin}</span>
      <span className="text-ink-2">{otp_pin}</span>
      <span aria-hidden="true"> → </span>
      <span className="sr-only">{needsText.beforeNewPin}</span>
      <span className="text-[2rem]/[1.1] font-[750]">{new_pin}</span>
    </span>
  )
}

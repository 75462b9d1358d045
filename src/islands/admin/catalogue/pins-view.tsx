import type { PinChange } from '#contract/catalogue/admin-scooters.ts'
import type { KnownPin } from '#contract/catalogue/known-pins.ts'
import { aheadOf } from '#domain/bookings/rides.ts'
import { roundedUpTimeText } from '#domain/time/time-texts.ts'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { LoadedDialogs } from '#islands/admin/lazy-dialogs.tsx'
import { RowButton, scooterColumn } from '#islands/admin/list/cells.tsx'
import { type Column, ListHeading, ListPanel, useIsEmpty } from '#islands/admin/list/list-panel.tsx'
import { useMay } from '#islands/admin/shell.tsx'
import { ChangedButton, OldAndNewPin, staffDialogs } from '#islands/admin/staff/staff-actions.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as commonText from '#messages/common.ts'
import { $renewingPinIds, knownPins, renew } from '#stores/admin/catalogue/known-pins.ts'
import { pinChanges } from '#stores/admin/catalogue/scooter-lists.ts'
import { $counts, NO_ROWS } from '#stores/admin/dashboard-lists.ts'
import { relativeTimeText } from '#stores/admin/relative-times.ts'

/** 'Late: Zoya Fernandes has it', 'In use until 8:00 pm', or 'Not in use' */
function usageText({ in_use_by, in_use_until, is_late }: PinChange, now: Date): string {
  if (is_late) return catalogueText.lateWith(in_use_by)
  const until = aheadOf(now, in_use_until)
  return until ? pinChangesText.inUseUntil(roundedUpTimeText(until, now)) : pinChangesText.notInUse
}

const COLUMNS: readonly Column<PinChange>[] = [
  scooterColumn(pinChangesText.scooterHeading, catalogueText.scooters.unassigned),
  { cell: OldAndNewPin, heading: pinChangesText.pinsHeading },
  {
    cell: (row, now) => <span className="numeric">{usageText(row, now)}</span>,
    heading: pinChangesText.statusHeading
  },
  {
    cell: ({ created_at }, now) => relativeTimeText(created_at, now),
    heading: pinChangesText.sinceHeading,
    isNamed: true
  }
]

/** The scooters whose lock needs a new PIN. It can be printed for the walk from lock to lock. */
export function PinsView() {
  const { count } = useStore($counts).pinChanges ?? NO_ROWS
  const seesWhoKnows = useMay('manager')
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="list-section">
        <ListHeading description={pinChangesText.listDescription} title={dashboardText.views.pins}>
          {count > 0 && (
            <Button kind="secondary" onClick={() => print()} isSmall>
              {commonText.print}
            </Button>
          )}
        </ListHeading>
        <ListPanel
          actions={row => <ChangedButton change={row} />}
          caption={dashboardText.views.pins}
          columns={COLUMNS}
          empty={{ icon: 'check-circle', text: pinChangesText.noPinChangesText, title: pinChangesText.noPinChanges }}
          getId={({ scooter_id }) => scooter_id}
          kind="dense"
          list={pinChanges}
        />
      </div>
      <LoadedDialogs dialogs={staffDialogs} />
      {seesWhoKnows && <KnownPins />}
    </section>
  )
}

const KNOWN_COLUMNS: readonly Column<KnownPin>[] = [
  scooterColumn(pinChangesText.scooterHeading, catalogueText.scooters.unassigned),
  {
    cell: ({ colleagues, riders }) => <span className="numeric">{pinChangesText.knownBy(riders, colleagues)}</span>,
    heading: pinChangesText.knownByHeading
  },
  {
    cell: ({ set_at }, now) => (
      <span className="numeric">
        <span className="caption stacked-only">{`${pinChangesText.setHeading} `}</span>
        {relativeTimeText(set_at, now)}
      </span>
    ),
    heading: pinChangesText.setHeading
  }
]

/** Who knows the PINs that no new one waits for, and a new PIN for one that too many know. */
export function KnownPins() {
  const renewing = useStore($renewingPinIds)
  if (useIsEmpty(knownPins)) return null
  return (
    <section className="grid print:hidden grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <h2>{pinChangesText.whoKnows}</h2>
        <p className="caption">{pinChangesText.whoKnowsText}</p>
      </div>
      <ListPanel
        actions={row => (
          <RowButton
            isBusy={renewing.includes(row.scooter_id)}
            kind="secondary"
            label={pinChangesText.renew}
            onClick={() => void renew(row)}
            row={row.scooter_name}
          />
        )}
        caption={pinChangesText.whoKnows}
        columns={KNOWN_COLUMNS}
        empty={{ text: '', title: '' }}
        getId={({ scooter_id }) => scooter_id}
        kind="dense"
        list={knownPins}
      />
    </section>
  )
}

export const PinsPage = dashboardWith('pins', PinsView)

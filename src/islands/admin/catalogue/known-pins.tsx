import type { KnownPin } from '#contract/catalogue/known-pins.ts'
import { RowButton, scooterColumn } from '#islands/admin/list/cells.tsx'
import { type Column, ListPanel, useIsEmpty } from '#islands/admin/list/list-panel.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import { $renewingPinIds, knownPins, renew } from '#stores/admin/catalogue/known-pins.ts'
import { relativeTimeText } from '#stores/admin/relative-times.ts'

const COLUMNS: readonly Column<KnownPin>[] = [
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
        columns={COLUMNS}
        empty={{ text: '', title: '' }}
        getId={({ scooter_id }) => scooter_id}
        kind="dense"
        list={knownPins}
      />
    </section>
  )
}

import type { PinChange } from '#contract/catalogue/pin-changes.ts'
import { timeOrDateText } from '#domain/dated-times.ts'
import { parseInstant } from '#domain/time.ts'
import { momentText } from '#islands/admin/bookings/ride-text.ts'
import { ListPanel } from '#islands/admin/list/list-panel.tsx'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { PropertyText } from '#islands/admin/list/property-text.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { pinsToChange } from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import * as text from '#messages/admin/pin-changes.ts'
import { $pinChangeCount, pinChanges } from '#stores/admin/catalogue/pin-change-list.ts'
import { $savingPinIds, confirmPinChange, isInUse, printPins } from '#stores/admin/catalogue/pin-changes.ts'
import { openScreen } from '#stores/admin/dashboard.ts'
import { PinInUseDialog } from './pin-in-use-dialog.tsx'

function Pin({ label, pin }: { label: string; pin: string }) {
  return (
    <span className="whitespace-nowrap">
      <span className="caption stacked-only">{`${label} `}</span>
      <span className="numeric font-semibold tracking-[.06em]">{pin}</span>
    </span>
  )
}

const COLUMNS: readonly Column<PinChange>[] = [
  {
    cell: ({ property_name, scooter_name }) => (
      <span className="font-semibold">
        <PropertyText location={property_name ?? text.unassigned} name={scooter_name} />
      </span>
    ),
    heading: text.scooter,
    layout: 'main'
  },
  { cell: ({ otp_pin }) => <Pin label={text.oldPin} pin={otp_pin} />, heading: text.oldPin, layout: 'half' },
  {
    cell: ({ new_pin }) => (
      <span className="flex items-baseline gap-2">
        <span aria-hidden="true">→</span>
        <Pin label={text.newPin} pin={new_pin} />
      </span>
    ),
    heading: text.newPin,
    layout: 'half'
  },
  {
    cell: (row, now) => (
      <span className="numeric">
        {isInUse(row, now) ? text.inUseUntil(timeOrDateText(parseInstant(row.in_use_until ?? ''), now)) : text.free}
      </span>
    ),
    heading: text.status
  },
  { cell: ({ created_at }, now) => <span className="numeric">{momentText(created_at, now)}</span>, heading: text.since }
]

function ChangedButton({ row }: { row: PinChange }) {
  const isSaving = useStore($savingPinIds).includes(row.scooter_id)
  return (
    <Button
      aria-label={lists.actionOn(text.confirm, row.scooter_name)}
      busy={isSaving}
      onClick={() => void confirmPinChange(row)}
      small
    >
      {text.confirm}
    </Button>
  )
}

/** The scooters whose lock needs a new PIN. It can be printed for the walk from lock to lock. */
export function PinsView() {
  const { count, hasMore } = useStore($pinChangeCount) ?? { count: 0, hasMore: false }
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2>{pinsToChange(count > 0 ? lists.countText(count, hasMore) : '')}</h2>
          <p className="caption">{text.description}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {count > 0 && (
            <Button kind="secondary" onClick={printPins} small>
              {text.print}
            </Button>
          )}
          <Button kind="secondary" onClick={() => openScreen('scooters')} small>
            <Icon name="back" />
            {text.back}
          </Button>
        </div>
      </div>
      <ListPanel
        actions={row => <ChangedButton row={row} />}
        caption={pinsToChange('')}
        columns={COLUMNS}
        empty={{ icon: 'check-circle', text: text.emptyText, title: text.empty }}
        getId={({ scooter_id }) => scooter_id}
        kind="dense"
        list={pinChanges}
      />
      <PinInUseDialog />
    </section>
  )
}

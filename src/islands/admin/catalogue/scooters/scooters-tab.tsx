import type { ScooterForAdmin } from '#contract/catalogue/admin-scooters.ts'
import { rideEndOf } from '#domain/bookings/rides.ts'
import { effectiveStatus, SCOOTER_STATUSES } from '#domain/catalogue/scooter-status.ts'
import { MigratePinsDialog } from '#islands/admin/catalogue/pins/migrate-pins-dialog.tsx'
import { CrudTab } from '#islands/admin/crud/crud-tab.tsx'
import { filterByProperty } from '#islands/admin/list/filter-by-property.ts'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { PropertyText } from '#islands/admin/list/property-text.tsx'
import { Thumbnail } from '#islands/admin/list/thumbnail.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { lazyWithRetry } from '#islands/ui/feedback/load-boundary.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { deletedProperty, rideUntil, storedStatus, scooters as text } from '#messages/admin/catalogue/catalogue.ts'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import { bookedUntil } from '#messages/booking/booking.ts'
import { openMigrateDialog, paidBookingsOf, scooterCrud } from '#stores/admin/catalogue/scooters.ts'
import { blockedByRides } from '#stores/admin/crud/crud.ts'
import { openScreen } from '#stores/admin/dashboard.ts'
import { $pinChangeCount, $propertyOptions, scooters } from '#stores/admin/dashboard-lists.ts'
import { HAS_PROPERTY_RULES } from '#stores/kit/backend-features.ts'
import { MaintenanceButton, MaintenanceDialog } from './maintenance.tsx'

/** Loaded when it is first opened, because most visits only read the list. */
const ScooterForm = lazyWithRetry(() => import('./scooter-form.tsx').then(module => ({ default: module.ScooterForm })))

const STATUSES = SCOOTER_STATUSES.map(status => ({ label: status, value: status }))

/** The status that riders see, until when a paid ride blocks the scooter, and the stored status if it differs. */
function ScooterStatusText({ now, scooter }: { now: Date; scooter: ScooterForAdmin }) {
  const { property_deleted, status } = scooter
  const rideEnd = rideEndOf(scooter, now)
  const effective = effectiveStatus(status, rideEnd !== null)
  return (
    <span className="status-cell">
      <StatusBadge status={property_deleted && effective === 'Available' ? text.notOffered : effective} />
      {rideEnd && (
        <span className="caption numeric">
          {effective === status ? rideUntil(rideEnd, now) : bookedUntil(rideEnd, now)}
        </span>
      )}
      {effective !== status && <span className="caption">{storedStatus(status)}</span>}
    </span>
  )
}

const COLUMNS: readonly Column<ScooterForAdmin>[] = [
  {
    cell: ({ image_url, name }) => (
      <span className="flex items-center gap-3 font-semibold">
        <Thumbnail image_url={image_url} fallbackIcon="scooter drawing" />
        {name}
      </span>
    ),
    heading: text.name,
    layout: 'main',
    sort: 'name'
  },
  {
    cell: ({ property_deleted, property_location, property_name }) => (
      <PropertyText
        location={property_location}
        name={property_deleted ? deletedProperty(property_name ?? '') : (property_name ?? text.unassigned)}
      />
    ),
    heading: text.property,
    sort: 'property_name'
  },
  {
    cell: ({ otp_pin }) => (
      <>
        <span className="caption stacked-only">{`${text.otp} `}</span>
        <span className="numeric font-semibold tracking-[.06em] whitespace-nowrap">{otp_pin ?? lists.noValue}</span>
      </>
    ),
    heading: text.otp
  },
  {
    cell: (scooter, now) => <ScooterStatusText now={now} scooter={scooter} />,
    heading: text.status,
    layout: 'side',
    sort: 'status'
  }
]

/** Opens the list of PINs to change, if there are any. */
function PinsToChange() {
  const pins = useStore($pinChangeCount)
  if (!pins?.count) return null
  return (
    <Button kind="secondary" onClick={() => openScreen('pins')} isSmall>
      {dashboard.pinsToChange(lists.countText(pins.count, pins.hasMore))}
    </Button>
  )
}

export function ScootersTab() {
  const propertyOptions = useStore($propertyOptions)
  return (
    <>
      <CrudTab
        caption={dashboard.tabs.scooters}
        columns={COLUMNS}
        crud={scooterCrud}
        deletionBlocker={scooter =>
          blockedByRides(scooter.rides_ahead, { bookings: paidBookingsOf(scooter), title: text.cannotDelete })
        }
        extra={
          <>
            {HAS_PROPERTY_RULES && <PinsToChange />}
            <Button kind="secondary" onClick={openMigrateDialog} isSmall>
              {text.migrate}
            </Button>
          </>
        }
        filters={[
          { allLabel: lists.allStatuses, label: text.status, name: 'status', options: STATUSES },
          filterByProperty(propertyOptions)
        ]}
        form={<ScooterForm />}
        list={scooters}
        getName={({ name }) => name}
        messages={text}
        rowAction={scooter => <MaintenanceButton scooter={scooter} />}
      />
      <MaintenanceDialog />
      <MigratePinsDialog />
    </>
  )
}

import { Suspense } from 'react'
import { lazyPart } from '#client/device/lazy-part.ts'
import type { ScooterForAdmin } from '#contract/catalogue/admin-scooters.ts'
import { HAS_FLEET_RECORDS } from '#domain/backend.ts'
import { SCOOTER_STATUSES } from '#domain/catalogue/scooters.ts'
import { CrudTab } from '#islands/admin/crud/crud-tab.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { useOpen } from '#islands/admin/lazy-dialogs.tsx'
import { PicturedName, PropertyText, RowButton } from '#islands/admin/list/cells.tsx'
import type { Column } from '#islands/admin/list/list-panel.tsx'
import { usePropertyFilter } from '#islands/admin/list/list-toolbar.tsx'
import { useMay } from '#islands/admin/shell.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { LoadBoundary, lazyComponent } from '#islands/ui/feedback/load-boundary.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as whoRodeText from '#messages/admin/who-rode.ts'
import { $scannedId, scooters } from '#stores/admin/catalogue/scooter-lists.ts'
import { $savingStatusIds, shownStatus } from '#stores/admin/catalogue/scooter-status.ts'
import { createLazyDialogs } from '#stores/kit/lazy-dialogs.ts'

const dialogs = createLazyDialogs(lazyPart(() => import('./scooter-forms.tsx')))
const ScannedScooter = lazyComponent(() => import('./scanned-scooter.tsx'), 'ScannedScooter')

/** Sets a scooter to Maintenance and back, and asks who had it. */
function RowActions({ scooter }: { scooter: ScooterForAdmin }) {
  const { id, name, status } = scooter
  const open = useOpen(dialogs)
  const isSaving = useStore($savingStatusIds).includes(id)
  const mayAsk = useMay('manager') && HAS_FLEET_RECORDS
  const toggle = open(`status ${id}`, ({ actions }) => actions.toggleMaintenance(scooter))
  return (
    <>
      {mayAsk && (
        <RowButton
          kind="ghost"
          label={whoRodeText.action}
          row={name}
          {...open(`ask ${id}`, ({ actions }) => actions.askWhoRode(scooter))}
        />
      )}
      <RowButton
        kind="secondary"
        label={status === 'Maintenance' ? catalogueText.scooters.setAvailable : catalogueText.scooters.setMaintenance}
        row={name}
        {...toggle}
        isBusy={isSaving || toggle.isBusy}
      />
    </>
  )
}

const STATUSES = SCOOTER_STATUSES.map(status => [status, status] as const)

function ScooterStatusText({ now, scooter }: { now: Date; scooter: ScooterForAdmin }) {
  const { reason, status, stored } = shownStatus(scooter, now)
  return (
    <span className="status-cell">
      <StatusBadge status={status} />
      {reason && <span className="caption numeric">{reason}</span>}
      {stored && <span className="caption">{stored}</span>}
    </span>
  )
}

const COLUMNS: readonly Column<ScooterForAdmin>[] = [
  {
    cell: ({ image_url, name }) => <PicturedName image_url={image_url} fallbackIcon="scooter drawing" name={name} />,
    heading: catalogueText.scooters.name,
    layout: 'main',
    sort: 'name'
  },
  {
    cell: ({ property_deleted, property_location, property_name }) => (
      <PropertyText
        location={property_location}
        name={
          property_deleted
            ? catalogueText.deletedProperty(property_name ?? '')
            : (property_name ?? catalogueText.scooters.unassigned)
        }
      />
    ),
    heading: catalogueText.scooters.property,
    sort: 'property_name'
  },
  {
    cell: ({ otp_pin }) => (
      <>
        <span className="caption stacked-only">{`${catalogueText.scooters.otp} `}</span>
        <span className="numeric font-semibold tracking-[.06em] whitespace-nowrap">{otp_pin ?? listsText.noValue}</span>
      </>
    ),
    heading: catalogueText.scooters.otp
  },
  {
    cell: (scooter, now) => <ScooterStatusText now={now} scooter={scooter} />,
    heading: catalogueText.scooters.status,
    layout: 'side',
    sort: 'status'
  }
]

export function ScootersTab() {
  const propertyFilter = usePropertyFilter()
  const mayChange = useMay('manager')
  const mayMigrate = useMay('owner')
  const open = useOpen(dialogs)
  const isScanned = useStore($scannedId) !== ''
  return (
    <div className="list-section">
      <CrudTab
        canCreate={mayChange}
        canEdit={mayChange}
        caption={dashboardText.tabs.scooters}
        columns={COLUMNS}
        dialogs={dialogs}
        extra={
          mayMigrate && (
            <Button kind="secondary" isSmall {...open('migrate', ({ actions }) => actions.openMigrateDialog())}>
              {catalogueText.scooters.migrate}
            </Button>
          )
        }
        filters={[
          { allLabel: listsText.allStatuses, label: catalogueText.scooters.status, name: 'status', options: STATUSES },
          propertyFilter
        ]}
        getId={({ id }) => id}
        getName={({ name }) => name}
        list={scooters}
        messages={catalogueText.scooters}
        rowAction={scooter => <RowActions scooter={scooter} />}
      />
      {isScanned && (
        <LoadBoundary>
          <Suspense>
            <ScannedScooter />
          </Suspense>
        </LoadBoundary>
      )}
    </div>
  )
}

export const ScootersPage = dashboardWith('scooters', ScootersTab)

import type { ScooterForAdmin } from '#contract/catalogue/admin-scooters.ts'
import { HAS_LICENCE_REVIEW, HAS_PAPERS } from '#domain/backend.ts'
import { SCOOTER_STATUSES } from '#domain/catalogue/scooters.ts'
import { PIN_DIGITS } from '#domain/constants.ts'
import { PaperFields } from '#islands/admin/catalogue/paper-fields.tsx'
import { ScooterDialogs } from '#islands/admin/catalogue/scooter-dialogs.tsx'
import { PinField } from '#islands/admin/crud/crud-fields.tsx'
import { CrudTab } from '#islands/admin/crud/crud-tab.tsx'
import { ImageField } from '#islands/admin/crud/image-field.tsx'
import { PropertyOptions } from '#islands/admin/crud/property-options.tsx'
import { PicturedName, PropertyText, RowButton } from '#islands/admin/list/cells.tsx'
import type { Column } from '#islands/admin/list/list-panel.tsx'
import { usePropertyFilter } from '#islands/admin/list/list-toolbar.tsx'
import { useMay } from '#islands/admin/use-may.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import { deletedProperty, openRidesStay, scooters as text } from '#messages/admin/catalogue/catalogue.ts'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import { action as whoRode } from '#messages/admin/who-rode.ts'
import { blockedByRides, paidBookingsOf } from '#stores/admin/bookings/booking-queries.ts'
import { askWhoRode } from '#stores/admin/catalogue/ask-who-rode.ts'
import { scooters } from '#stores/admin/catalogue/fleet-lists.ts'
import { $savingStatusIds } from '#stores/admin/catalogue/scooter-status.ts'
import {
  openMigrateDialog,
  scooterCrud,
  setPin,
  shownStatus,
  toggleMaintenance
} from '#stores/admin/catalogue/scooters.ts'

function ScooterForm() {
  const row = useStore(scooterCrud.$editedRow)
  const status = useFormField(scooterCrud, 'status')
  const needsLicence = useFormField(scooterCrud, 'needs_license')
  return (
    <>
      <TextField {...useFormField(scooterCrud, 'name')} label={text.name} required={!row} />
      <SelectField {...useFormField(scooterCrud, 'property_id')} label={text.property}>
        <option value="">{text.unassigned}</option>
        <PropertyOptions row={row} />
      </SelectField>
      <SelectField {...status} label={text.status}>
        {SCOOTER_STATUSES.map(each => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      {row && status.value === 'Maintenance' && Boolean(row.rides_ahead) && (
        <Note kind="warning" role="status">
          {openRidesStay(row.rides_ahead ?? 0)}
        </Note>
      )}
      <PinField
        {...useFormField(scooterCrud, 'otp_pin')}
        autoComplete="off"
        hint={row ? text.pinHint : undefined}
        inputMode="numeric"
        label={text.pin}
        onChange={setPin}
        pattern={`\\d{${PIN_DIGITS}}`}
        placeholder={text.pinPlaceholder}
      />
      {HAS_LICENCE_REVIEW && (
        <label className="checkbox-label">
          <input
            checked={needsLicence.value === 'true'}
            onChange={event => needsLicence.onChange(String(event.target.checked))}
            type="checkbox"
          />
          <span className="text-lines">
            <span>{text.needsLicence}</span>
            <span className="caption">{text.needsLicenceHint}</span>
          </span>
        </label>
      )}
      <ImageField {...useFormField(scooterCrud, 'image')} current={row?.image_url ?? null} label={text.image} />
      {HAS_PAPERS && <PaperFields />}
    </>
  )
}

/** Sets a scooter to Maintenance and back. */
function MaintenanceButton({ scooter }: { scooter: ScooterForAdmin }) {
  const isSaving = useStore($savingStatusIds).includes(scooter.id)
  const label = scooter.status === 'Maintenance' ? text.setAvailable : text.setMaintenance
  return (
    <RowButton
      isBusy={isSaving}
      kind="secondary"
      label={label}
      onClick={() => void toggleMaintenance(scooter)}
      row={scooter.name}
    />
  )
}

function RowActions({ scooter }: { scooter: ScooterForAdmin }) {
  const mayAsk = useMay('manager') && HAS_PAPERS
  return (
    <>
      {mayAsk && <RowButton kind="ghost" label={whoRode} onClick={() => askWhoRode(scooter)} row={scooter.name} />}
      <MaintenanceButton scooter={scooter} />
    </>
  )
}

const STATUSES = SCOOTER_STATUSES.map(status => ({ label: status, value: status }))

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

export function ScootersTab() {
  const propertyFilter = usePropertyFilter()
  const mayChange = useMay('manager')
  const mayMigrate = useMay('owner')
  return (
    <>
      <CrudTab
        canCreate={mayChange}
        canEdit={mayChange}
        caption={dashboard.tabs.scooters}
        columns={COLUMNS}
        crud={scooterCrud}
        deletionBlocker={scooter =>
          blockedByRides(scooter.rides_ahead, {
            bookings: paidBookingsOf('scooter_id', scooter),
            title: text.cannotDelete
          })
        }
        extra={
          mayMigrate && (
            <Button kind="secondary" onClick={openMigrateDialog} isSmall>
              {text.migrate}
            </Button>
          )
        }
        filters={[
          { allLabel: lists.allStatuses, label: text.status, name: 'status', options: STATUSES },
          propertyFilter
        ]}
        form={<ScooterForm />}
        list={scooters}
        getName={({ name }) => name}
        messages={text}
        rowAction={scooter => <RowActions scooter={scooter} />}
      />
      <ScooterDialogs />
    </>
  )
}

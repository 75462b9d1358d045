import type { ScooterForAdmin } from '#contract/catalogue/scooters.admin.ts'
import { SCOOTER_STATUSES } from '#domain/booking-status.ts'
import { PIN_DIGITS } from '#domain/constants.ts'
import { CrudTab } from '#islands/admin/crud/crud-tab.tsx'
import { ImageField } from '#islands/admin/crud/image-field.tsx'
import { PinField } from '#islands/admin/crud/pin-field.tsx'
import { PropertyOptions } from '#islands/admin/crud/property-options.tsx'
import { useCrudField } from '#islands/admin/crud/use-crud-field.ts'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { propertyFilter } from '#islands/admin/list/property-filter.ts'
import { PropertyText } from '#islands/admin/list/property-text.tsx'
import { Thumb } from '#islands/admin/list/thumb.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { ConfirmDialog } from '#islands/ui/feedback/question.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as portalCatalogue from '#messages/portal/catalogue.ts'
import { scooters as text } from '#messages/portal/catalogue.ts'
import * as portal from '#messages/portal/general.ts'
import { $isMigrateDialogOpen, $migrating, crud, migrateAllPins, setPin } from '#stores/admin/catalogue/scooters.ts'
import { $propertyOptions, scooters } from '#stores/admin/dashboard-lists.ts'

const COLUMNS: readonly Column<ScooterForAdmin>[] = [
  {
    cell: ({ image_url, name }) => (
      <span className="flex items-center gap-3 font-semibold">
        <Thumb image_url={image_url} fallbackIcon="drawn scooter" />
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
        name={
          property_deleted ? portalCatalogue.deletedProperty(property_name ?? '') : (property_name ?? text.unassigned)
        }
      />
    ),
    heading: text.property,
    sort: 'property_name'
  },
  {
    cell: ({ otp_pin }) => (
      <>
        <span className="cap in-block">{`${text.otp} `}</span>
        <span className="num font-semibold tracking-[.06em] whitespace-nowrap">{otp_pin ?? '–'}</span>
      </>
    ),
    heading: text.otp
  },
  {
    cell: ({ property_deleted, status }) => (
      <StatusBadge status={property_deleted && status === 'Available' ? text.notOffered : status} />
    ),
    heading: text.status,
    layout: 'side',
    sort: 'status'
  }
]

const STATUSES = SCOOTER_STATUSES.map(status => ({ label: status, value: status }))

function ScooterForm() {
  const editing = useStore(crud.$editing)
  const row = editing?.mode === 'edit' ? editing.row : null
  const status = useCrudField(crud, 'status')
  return (
    <>
      <TextField {...useCrudField(crud, 'name')} label={text.name} required={!row} />
      <SelectField {...useCrudField(crud, 'property_id')} label={text.property}>
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
          {portalCatalogue.pastRidesStay(row.rides_ahead ?? 0)}
        </Note>
      )}
      <PinField
        {...useCrudField(crud, 'otp_pin')}
        autoComplete="off"
        hint={row ? text.pinHint : undefined}
        inputMode="numeric"
        label={text.pin}
        onChange={setPin}
        pattern={`\\d{${PIN_DIGITS}}`}
        placeholder={text.pinPlaceholder}
      />
      <ImageField {...useCrudField(crud, 'image')} current={row?.image_url ?? null} label={text.image} />
    </>
  )
}

function MigratePinsDialog() {
  const migrating = useStore($migrating)
  const close = () => $isMigrateDialogOpen.set(false)
  return (
    <ConfirmDialog
      confirmLabel={migrating ? text.migrating : text.migrateConfirm}
      busy={migrating}
      cancelLabel={portal.cancel}
      onCancel={close}
      onConfirm={() => void migrateAllPins()}
      open={useStore($isMigrateDialogOpen)}
      title={text.migrateQuestion}
    />
  )
}

export function ScootersTab() {
  const propertyOptions = useStore($propertyOptions)
  return (
    <>
      <CrudTab
        caption={portal.tabs.scooters}
        columns={COLUMNS}
        crud={crud}
        extra={
          <Button kind="secondary" onClick={() => $isMigrateDialogOpen.set(true)} small>
            {text.migrate}
          </Button>
        }
        filters={[
          { allLabel: portal.allStatuses, label: text.status, name: 'status', options: STATUSES },
          propertyFilter(propertyOptions)
        ]}
        form={<ScooterForm />}
        list={scooters}
        getName={({ name }) => name}
        messages={text}
      />
      <MigratePinsDialog />
    </>
  )
}

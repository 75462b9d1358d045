import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { HAS_FLEET_RECORDS, HAS_RIDER_FILES } from '#domain/backend.ts'
import { rideEndOf } from '#domain/bookings/rides.ts'
import {
  PAPER_KINDS,
  PAPER_NUMBER_MAX_LENGTH,
  type PaperKind,
  SCOOTER_KINDS,
  SCOOTER_STATUSES
} from '#domain/catalogue/scooters.ts'
import { PIN_DIGITS } from '#domain/constants.ts'
import { Ridden } from '#islands/admin/catalogue/pin-question.tsx'
import { BookingsLink, CrudDialogs } from '#islands/admin/crud/crud-dialogs.tsx'
import { ImageField, PinField, PropertyOptions } from '#islands/admin/crud/crud-fields.tsx'
import { useMay } from '#islands/admin/shell.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { Options, SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { ConfirmDialog, Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { Note, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useFormField, useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import * as whoRodeText from '#messages/admin/who-rode.ts'
import * as commonText from '#messages/common.ts'
import * as papersText from '#messages/papers.ts'
import { blockedByRides, paidBookingsOf } from '#stores/admin/bookings/booking-queries.ts'
import { $savingStatusIds } from '#stores/admin/catalogue/scooter-status.ts'
import {
  $askedScooter,
  $createdScooter,
  $isMigrateDialogOpen,
  $isMigratingPins,
  $rowForMaintenance,
  $upcomingRides,
  addAnother,
  askWhoRode,
  cancelMaintenance,
  closeCreated,
  closeMigrateDialog,
  confirmMaintenance,
  migrateAllPins,
  openMigrateDialog,
  scooterCrud,
  setPin,
  showWhoRode,
  toggleMaintenance,
  whoRodeForm
} from '#stores/admin/catalogue/scooters.ts'
import { relativeRideText } from '#stores/admin/relative-times.ts'
import type { Loadable } from '#stores/kit/requests.ts'

export const crud = scooterCrud
export const actions = { askWhoRode, openMigrateDialog, toggleMaintenance }

export function Dialogs() {
  return (
    <>
      <CrudDialogs
        blocker={scooter =>
          blockedByRides(scooter.rides_ahead, {
            bookings: paidBookingsOf('scooter_id', scooter),
            title: catalogueText.scooters.cannotDelete
          })
        }
        crud={scooterCrud}
        form={<ScooterForm />}
      />
      <MaintenanceDialog />
      <MigratePinsDialog />
      <PinQuestion />
      <CreatedDialog />
      <WhoRodeDialog />
    </>
  )
}

function ScooterForm() {
  const row = useStore(scooterCrud.$editedRow)
  const status = useFormField(scooterCrud, 'status')
  const needsLicence = useFormField(scooterCrud, 'needs_license')
  return (
    <>
      <TextField {...useFormField(scooterCrud, 'name')} label={catalogueText.scooters.name} required={!row} />
      <SelectField {...useFormField(scooterCrud, 'property_id')} label={catalogueText.scooters.property}>
        <option value="">{catalogueText.scooters.unassigned}</option>
        <PropertyOptions row={row} />
      </SelectField>
      <SelectField {...status} label={catalogueText.scooters.status}>
        <Options of={SCOOTER_STATUSES.map(each => [each, each])} />
      </SelectField>
      {row && status.value === 'Maintenance' && Boolean(row.rides_ahead) && (
        <Note kind="warning" role="status">
          {catalogueText.openRidesStay(row.rides_ahead ?? 0)}
        </Note>
      )}
      <PinField
        {...useFormField(scooterCrud, 'otp_pin')}
        autoComplete="off"
        hint={row ? catalogueText.scooters.pinHint : undefined}
        inputMode="numeric"
        label={catalogueText.scooters.pin}
        onChange={setPin}
        pattern={`\\d{${PIN_DIGITS}}`}
        placeholder={catalogueText.scooters.pinPlaceholder}
      />
      {HAS_RIDER_FILES && (
        <label className="checkbox-label">
          <input
            checked={needsLicence.value === 'true'}
            onChange={event => needsLicence.onChange(String(event.target.checked))}
            type="checkbox"
          />
          <span className="text-lines">
            <span>{catalogueText.scooters.needsLicence}</span>
            <span className="caption">{catalogueText.scooters.needsLicenceHint}</span>
          </span>
        </label>
      )}
      <ImageField
        {...useFormField(scooterCrud, 'image')}
        current={row?.image_url ?? null}
        label={catalogueText.scooters.image}
      />
      {HAS_FLEET_RECORDS && <PaperFields />}
    </>
  )
}

const PAPER_FIELDS = [
  'kind',
  'registration_number',
  ...PAPER_KINDS.flatMap(kind => [`${kind}_number` as const, `${kind}_until` as const])
] as const

/** Folded, unless something in it is wrong. */
function PaperFields() {
  const errors = useStore(scooterCrud.$errors)
  const isWrong = PAPER_FIELDS.some(field => errors[field])
  return (
    <details open={isWrong || undefined}>
      <summary className="link">{papersText.fields.folded}</summary>
      <div className="grid gap-4 pt-3">
        <SelectField {...useFormField(scooterCrud, 'kind')} label={papersText.fields.kind}>
          <option value="">{papersText.fields.unknown}</option>
          <Options of={SCOOTER_KINDS.map(kind => [kind, papersText.SCOOTER_KIND_NAMES[kind]])} />
        </SelectField>
        <TextField
          {...useFormField(scooterCrud, 'registration_number')}
          autoCapitalize="characters"
          autoComplete="off"
          hint={papersText.fields.registrationHint}
          label={papersText.fields.registration}
          spellCheck={false}
        />
        {PAPER_KINDS.map(kind => (
          <PaperFieldset key={kind} kind={kind} />
        ))}
      </div>
    </details>
  )
}

function PaperFieldset({ kind }: { kind: PaperKind }) {
  const [number, until] = [useFormField(scooterCrud, `${kind}_number`), useFormField(scooterCrud, `${kind}_until`)]
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold">{papersText.PAPER_NAMES[kind]}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3">
        <TextField
          {...number}
          autoComplete="off"
          label={papersText.fields.number}
          maxLength={PAPER_NUMBER_MAX_LENGTH}
        />
        <TextField {...until} label={papersText.fields.validUntil} type="date" />
      </div>
    </fieldset>
  )
}

function UpcomingRides({ rides }: { rides: Loadable<readonly BookingForAdmin[]> }) {
  const now = useRenderTime()
  if (rides === 'loading') return <SkeletonBlock className="h-12 rounded-slot" />
  if (rides === 'failed') return <p className="caption">{catalogueText.scooters.ridesFailed}</p>
  return (
    <ul className="divide-y divide-line">
      {rides.map(ride => (
        <li className="py-1.5 wrap-anywhere" key={ride.id}>
          <p className="numeric">{relativeRideText(ride, now)}</p>
          <p className="caption">{ride.user_name}</p>
        </li>
      ))}
    </ul>
  )
}

/** Shows the paid rides that stay booked before a scooter is set to Maintenance. */
function MaintenanceDialog() {
  const row = useStore($rowForMaintenance)
  const rides = useStore($upcomingRides)
  const mayReadBookings = useMay('manager')
  const isSaving = useStore($savingStatusIds).includes(row?.id ?? '')
  return (
    <ConfirmDialog
      isBusy={isSaving}
      busyLabel={commonText.saving}
      confirmLabel={catalogueText.scooters.setMaintenance}
      onCancel={cancelMaintenance}
      onConfirm={() => void confirmMaintenance()}
      isOpen={row !== null}
      title={catalogueText.maintenanceQuestion(row?.name ?? '')}
    >
      {row && (
        <>
          <p className="muted">{catalogueText.openRidesStay(row.rides_ahead ?? 0)}</p>
          {mayReadBookings && (
            <>
              <UpcomingRides rides={rides} />
              <div>
                <BookingsLink onOpen={cancelMaintenance} query={paidBookingsOf('scooter_id', row)} />
              </div>
            </>
          )}
        </>
      )}
    </ConfirmDialog>
  )
}

function MigratePinsDialog() {
  const isMigrating = useStore($isMigratingPins)
  return (
    <ConfirmDialog
      busyLabel={catalogueText.scooters.migrating}
      confirmLabel={catalogueText.scooters.migrateConfirm}
      isBusy={isMigrating}
      onCancel={closeMigrateDialog}
      onConfirm={() => void migrateAllPins()}
      isOpen={useStore($isMigrateDialogOpen)}
      title={catalogueText.scooters.migrateQuestion}
    />
  )
}

/** Asks before the form changes the PIN of a scooter that a rider has. */
function PinQuestion() {
  const row = useStore(scooterCrud.$rowToConfirm)
  const now = useRenderTime()
  return (
    <ConfirmDialog
      cancelLabel={pinChangesText.notYet}
      confirmLabel={commonText.save}
      onCancel={scooterCrud.cancelSave}
      onConfirm={() => void scooterCrud.confirmSave()}
      isOpen={row !== null}
      title={row?.is_late ? pinChangesText.lateQuestion : pinChangesText.inUseQuestion}
    >
      {row && (
        <Ridden
          isLate={row.is_late}
          rider={{ name: row.booked_by, phone: row.booked_phone }}
          scooter={row.name}
          until={rideEndOf(row, now)}
        />
      )}
    </ConfirmDialog>
  )
}

function CreatedDialog() {
  const row = useStore($createdScooter)
  return (
    <Modal isOpen={row !== null} onClose={closeCreated} title={row?.name ?? ''}>
      {row?.otp_pin && <p className="numeric">{catalogueText.scooters.setLock(row.otp_pin)}</p>}
      <ModalButtons>
        <Button kind="secondary" onClick={closeCreated}>
          {commonText.close}
        </Button>
        <Button onClick={addAnother}>{catalogueText.scooters.addAnother}</Button>
      </ModalButtons>
    </Modal>
  )
}

function WhoRodeDialog() {
  const scooter = useStore($askedScooter)
  return (
    <ConfirmDialog
      confirmLabel={whoRodeText.showRides}
      isOpen={scooter !== null}
      onCancel={() => askWhoRode(null)}
      onConfirm={() => void showWhoRode()}
      title={whoRodeText.question(scooter?.name ?? '')}
    >
      <Form className="my-1 grid gap-3" form={whoRodeForm} onSubmit={showWhoRode}>
        <TextField {...useFormField(whoRodeForm, 'day')} label={whoRodeText.dateLabel} required type="date" />
        <TextField
          {...useFormField(whoRodeForm, 'clock')}
          hint={whoRodeText.clockHint}
          label={whoRodeText.timeLabel}
          required
          type="time"
        />
      </Form>
      <p className="caption">{whoRodeText.questionIsLogged}</p>
    </ConfirmDialog>
  )
}

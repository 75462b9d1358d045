import { HAS_PROPERTY_RULES } from '#domain/backend.ts'
import { PAUSE_NOTE_MAX_LENGTH } from '#domain/bookings/opening.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { PropertyRulesPanel } from '#islands/admin/catalogue/rules-panel.tsx'
import { BookingsLink, CrudDialogs } from '#islands/admin/crud/crud-dialogs.tsx'
import { ImageField, TimeOptions } from '#islands/admin/crud/crud-fields.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { ErrorNote } from '#islands/ui/feedback/states.tsx'
import { useFormField, useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as propertyRulesText from '#messages/admin/catalogue/property-rules.ts'
import * as commonText from '#messages/common.ts'
import { blockedByRides, paidBookingsOf } from '#stores/admin/bookings/booking-queries.ts'
import {
  $isPausing,
  $propertyToPause,
  $resumingIds,
  closePause,
  openPause,
  pauseBookings,
  pauseForm,
  resumeBookings
} from '#stores/admin/catalogue/pause-bookings.ts'
import { $uploadPercent, CAN_UPLOAD_IMAGES, openRules, propertyCrud } from '#stores/admin/catalogue/properties.ts'

export const crud = propertyCrud
export const actions = { $resumingIds, openPause, openRules, resumeBookings }

export function Dialogs() {
  return (
    <>
      <CrudDialogs
        blocker={property =>
          blockedByRides(property.rides_ahead, {
            bookings: paidBookingsOf('property_id', property),
            title: catalogueText.properties.cannotDelete
          })
        }
        crud={propertyCrud}
        form={<PropertyForm />}
      />
      {HAS_PROPERTY_RULES && (
        <>
          <PropertyRulesPanel />
          <PauseDialog />
        </>
      )}
    </>
  )
}

function PropertyForm() {
  const name = useFormField(propertyCrud, 'name')
  const location = useFormField(propertyCrud, 'location')
  const parkingNote = useFormField(propertyCrud, 'parking_note')
  const row = useStore(propertyCrud.$editedRow)
  const uploaded = useStore($uploadPercent)
  return (
    <>
      <TextField {...name} label={catalogueText.properties.name} required={!row} />
      <TextField {...location} label={catalogueText.properties.location} required={!row} />
      {HAS_PROPERTY_RULES && (
        <TextField
          {...parkingNote}
          hint={catalogueText.properties.parkingNoteHint}
          label={catalogueText.properties.parkingNote}
        />
      )}
      <ImageField
        {...useFormField(propertyCrud, 'image')}
        current={row?.image_url ?? null}
        canUpload={CAN_UPLOAD_IMAGES}
        label={catalogueText.properties.image}
        percent={uploaded}
      />
    </>
  )
}

export function PauseDialog() {
  const property = useStore($propertyToPause)
  const isBusy = useStore($isPausing)
  const rides = property?.rides_ahead ?? 0
  return (
    <Modal isOpen={property !== null} onClose={closePause} title={propertyRulesText.pause.title(property?.name ?? '')}>
      <Form className="grid gap-4" form={pauseForm} onSubmit={pauseBookings}>
        <PauseFields />
        {property && rides > 0 && (
          <p className="muted">
            {catalogueText.openRidesStay(rides)}{' '}
            <BookingsLink onOpen={closePause} query={paidBookingsOf('property_id', property)} />
          </p>
        )}
        <ErrorNote>{useStore(pauseForm.$formError)}</ErrorNote>
        <ModalButtons>
          <Button disabled={isBusy} kind="secondary" onClick={closePause}>
            {commonText.cancel}
          </Button>
          <Button busyLabel={commonText.saving} isBusy={isBusy} type="submit">
            {propertyRulesText.pause.action}
          </Button>
        </ModalButtons>
      </Form>
    </Modal>
  )
}

function PauseFields() {
  const today = dayOf(useRenderTime())
  const end = useFormField(pauseForm, 'end')
  const day = useFormField(pauseForm, 'day')
  const time = useFormField(pauseForm, 'time')
  return (
    <>
      <SelectField {...end} label={propertyRulesText.pause.end}>
        <option value="time">{propertyRulesText.pause.untilTime}</option>
        <option value="resume">{propertyRulesText.pause.untilResumed}</option>
      </SelectField>
      {end.value === 'time' && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4">
          <TextField {...day} label={propertyRulesText.pause.day} min={today} required type="date" />
          <SelectField {...time} label={propertyRulesText.pause.time}>
            <TimeOptions />
          </SelectField>
        </div>
      )}
      <TextField
        {...useFormField(pauseForm, 'note')}
        autoComplete="off"
        hint={propertyRulesText.pause.noteHint}
        label={propertyRulesText.pause.note}
        maxLength={PAUSE_NOTE_MAX_LENGTH}
      />
    </>
  )
}

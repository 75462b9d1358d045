import { PAUSE_NOTE_MAX_LENGTH } from '#domain/bookings/opening.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { BookingsLink } from '#islands/admin/crud/crud-dialogs.tsx'
import { TimeOptions } from '#islands/admin/crud/crud-fields.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { ErrorNote } from '#islands/ui/feedback/note.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import { openRidesStay } from '#messages/admin/catalogue/catalogue.ts'
import { pause as text } from '#messages/admin/catalogue/property-rules.ts'
import * as labels from '#messages/labels.ts'
import { paidBookingsOf } from '#stores/admin/bookings/booking-queries.ts'
import {
  $isPausing,
  $propertyToPause,
  closePause,
  pauseBookings,
  pauseForm
} from '#stores/admin/catalogue/pause-bookings.ts'

/** Asks until when no ride of a property starts, and why. */
export function PauseDialog() {
  const property = useStore($propertyToPause)
  const isBusy = useStore($isPausing)
  const rides = property?.rides_ahead ?? 0
  return (
    <Modal isOpen={property !== null} onClose={closePause} title={text.title(property?.name ?? '')}>
      <Form className="grid gap-4" form={pauseForm} onSubmit={pauseBookings}>
        <PauseFields />
        {property && rides > 0 && (
          <p className="muted">
            {openRidesStay(rides)} <BookingsLink onOpen={closePause} query={paidBookingsOf('property_id', property)} />
          </p>
        )}
        <ErrorNote>{useStore(pauseForm.$formError)}</ErrorNote>
        <ModalButtons>
          <Button disabled={isBusy} kind="secondary" onClick={closePause}>
            {labels.cancel}
          </Button>
          <Button busyLabel={labels.saving} isBusy={isBusy} type="submit">
            {text.action}
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
      <SelectField {...end} label={text.end}>
        <option value="time">{text.untilTime}</option>
        <option value="resume">{text.untilResumed}</option>
      </SelectField>
      {end.value === 'time' && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4">
          <TextField {...day} label={text.day} min={today} required type="date" />
          <SelectField {...time} label={text.time}>
            <TimeOptions />
          </SelectField>
        </div>
      )}
      <TextField
        {...useFormField(pauseForm, 'note')}
        autoComplete="off"
        hint={text.noteHint}
        label={text.note}
        maxLength={PAUSE_NOTE_MAX_LENGTH}
      />
    </>
  )
}

import { PAUSE_NOTE_MAX_LENGTH } from '#domain/bookings/opening.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { BookingsLink } from '#islands/admin/crud/crud-dialogs.tsx'
import { TimeOptions } from '#islands/admin/crud/crud-fields.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { ErrorNote } from '#islands/ui/feedback/states.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as propertyRulesText from '#messages/admin/catalogue/property-rules.ts'
import * as commonText from '#messages/common.ts'
import { paidBookingsOf } from '#stores/admin/bookings/booking-queries.ts'
import {
  $isPausing,
  $propertyToPause,
  closePause,
  pauseBookings,
  pauseForm
} from '#stores/admin/catalogue/pause-bookings.ts'

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

import { PLAN_HOURS } from '#domain/constants.ts'
import { DESK_METHODS, DESK_NOTE_MAX_LENGTH } from '#domain/payments.ts'
import { clockText, dayOf, hoursText } from '#domain/time/india-time.ts'
import { CrudForm } from '#islands/admin/crud/crud-dialogs.tsx'
import { NewGuestButton, NewGuestPanel } from '#islands/admin/riders/new-guest-button.tsx'
import { Panel } from '#islands/ui/chrome/panel.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { FieldError, Options, SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { useFormField, useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as guestsText from '#messages/admin/guests.ts'
import * as commonText from '#messages/common.ts'
import {
  $bends,
  $chosenRider,
  $deskScooters,
  $foundRiders,
  $isBooking,
  $isNewBookingOpen,
  $needsReason,
  $obstacle,
  $priceLine,
  type BookableRider,
  book,
  cancelNewBooking,
  changeRider,
  chooseRider,
  closeNewBooking,
  NOW,
  newBookingForm,
  openNewBooking,
  startsOn
} from '#stores/admin/bookings/new-booking.ts'
import { $propertyNames } from '#stores/admin/catalogue/property-lists.ts'

export const actions = { openNewBooking }

const form = { ...newBookingForm, $isSaving: $isBooking, cancel: cancelNewBooking, save: book }

export function Dialogs() {
  const isOpen = useStore($isNewBookingOpen)
  return (
    <>
      {isOpen && (
        <Panel onClose={closeNewBooking} title={deskText.form.open}>
          <CrudForm busyLabel={deskText.form.booking} crud={form} submit={deskText.form.book}>
            <PropertyField />
            <RiderField />
            <RideFields />
            <PaymentFields />
          </CrudForm>
        </Panel>
      )}
      <NewGuestPanel />
    </>
  )
}

function PropertyField() {
  const properties = useStore($propertyNames)
  const field = useFormField(newBookingForm, 'property_id')
  if (properties.length < 2) return null
  return (
    <SelectField {...field} label={commonText.property}>
      <Options of={properties.map(({ id, name }) => [id, name])} />
    </SelectField>
  )
}

function RiderField() {
  const rider = useStore($chosenRider)
  const { value: propertyId } = useFormField(newBookingForm, 'property_id')
  if (rider)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="grid min-w-0 wrap-anywhere">
          <span className="caption">{deskText.form.rider}</span>
          <span className="font-semibold">{rider.name}</span>
          <span className="caption numeric">{rider.phone}</span>
        </p>
        <Button isSmall kind="secondary" onClick={changeRider}>
          {deskText.form.changeRider}
        </Button>
      </div>
    )
  return (
    <div className="grid gap-2">
      <RiderSearch />
      <div>
        <NewGuestButton
          guest={() => ({ chooseText: guestsText.bookFor, onAdded: chooseRider, property_id: propertyId || undefined })}
        />
      </div>
    </div>
  )
}

function RiderSearch() {
  const found = useStore($foundRiders)
  return (
    <>
      <TextField
        {...useFormField(newBookingForm, 'rider')}
        autoComplete="off"
        hint={deskText.form.riderHint}
        label={deskText.form.rider}
        required
        type="search"
      />
      <div aria-live="polite">
        {found?.length === 0 && <p className="muted">{deskText.noRiders}</p>}
        {found !== null && found.length > 0 && (
          <ul className="card divide-y divide-line">
            {found.map(rider => (
              <FoundRider key={rider.id} rider={rider} />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

function FoundRider({ rider }: { rider: BookableRider }) {
  return (
    <li>
      <button
        className="grid min-h-11 w-full px-4 py-2 text-left wrap-anywhere"
        onClick={() => chooseRider(rider)}
        type="button"
      >
        <span className="font-semibold">{rider.name}</span>
        <span className="caption numeric">{rider.phone}</span>
      </button>
    </li>
  )
}

const HOURS = Array.from({ length: PLAN_HOURS.max }, (_, index) => index + 1)

function RideFields() {
  const scooters = useStore($deskScooters)
  const now = useRenderTime()
  const date = useFormField(newBookingForm, 'date')
  const today = dayOf(now)
  return (
    <>
      <SelectField {...useFormField(newBookingForm, 'scooter_id')} label={adminBookingsText.list.scooter}>
        <Options of={scooters.map(({ id, is_free, name }) => [id, is_free ? name : deskText.taken(name)])} />
      </SelectField>
      <div className="grid grid-cols-2 gap-3">
        <TextField {...date} label={commonText.date} min={today} required type="date" />
        <SelectField {...useFormField(newBookingForm, 'start')} label={deskText.form.start}>
          {date.value === today && <option value={NOW}>{deskText.form.now}</option>}
          <Options of={startsOn(date.value).map(slot => [slot, clockText(slot)])} />
        </SelectField>
      </div>
      <SelectField {...useFormField(newBookingForm, 'hours')} label={deskText.form.hours}>
        <Options of={HOURS.map(hours => [String(hours), hoursText(hours)])} />
      </SelectField>
      <RideQuote />
    </>
  )
}

function RideQuote() {
  const bends = useStore($bends)
  const obstacle = useStore($obstacle)
  const isToldBelow = useStore(newBookingForm.$formError) !== null
  return (
    <div aria-live="polite" className="grid gap-1 empty:hidden">
      {obstacle && !isToldBelow && <FieldError>{obstacle}</FieldError>}
      <p className="numeric h3 empty:hidden">{useStore($priceLine)}</p>
      {bends.map(bend => (
        <FieldError key={bend}>{deskText.BEND_WORDS[bend]}</FieldError>
      ))}
    </div>
  )
}

function PaymentFields() {
  const pay = useFormField(newBookingForm, 'pay')
  const amount = useFormField(newBookingForm, 'amount')
  const note = useFormField(newBookingForm, 'note')
  const reason = useFormField(newBookingForm, 'reason')
  const needsReason = useStore($needsReason)
  const isRoom = pay.value === 'room'
  return (
    <>
      <SelectField {...pay} label={deskText.form.pay}>
        <Options of={DESK_METHODS.map(method => [method, deskText.METHOD_WORDS[method]])} />
      </SelectField>
      {pay.value !== 'free' && (
        <TextField {...amount} autoComplete="off" inputMode="numeric" label={deskText.form.amount} required />
      )}
      <TextField
        {...note}
        autoComplete="off"
        label={isRoom ? deskText.form.room : deskText.form.note}
        maxLength={DESK_NOTE_MAX_LENGTH}
        required={isRoom}
      />
      <TextField
        {...reason}
        autoComplete="off"
        hint={formsText.reasonHint}
        label={needsReason ? deskText.form.reason : deskText.form.reasonOptional}
        required={needsReason}
      />
    </>
  )
}

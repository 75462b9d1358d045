import { useId } from 'react'
import type { ExtensionChoice, Extensions } from '#contract/bookings/manage-ride.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { bookAgainPath } from '#domain/bookings/rides.ts'
import { windowFrom } from '#domain/bookings/slots.ts'
import { EXTENSION_HOURS } from '#domain/constants.ts'
import { rupeesText } from '#domain/money.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { timeOrWeekdayText } from '#domain/time/time-texts.ts'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { BookingBlockNote } from '#islands/ui/feedback/booking-notes.tsx'
import { focusOnOpen, Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { $bookingToExtend } from '#stores/my-bookings/booking-dialogs.ts'
import { scooterName, windowOf } from '#stores/my-bookings/booking-facts.ts'
import {
  $extensionBlock,
  $extensionChoice,
  $extensionLimit,
  $extensions,
  $isExtending,
  chooseExtension,
  closeExtendDialog,
  extendRide
} from '#stores/my-bookings/manage-ride/manage-ride.ts'

export function ExtendDialog({ now }: { now: Date }) {
  const booking = useStore($bookingToExtend)
  const extensions = useStore($extensions)
  return (
    <Modal onClose={closeExtendDialog} isOpen={booking !== null} title={manageRideText.extendTitle}>
      {booking && extensions && <ExtendForm booking={booking} extensions={extensions} now={now} />}
    </Modal>
  )
}

function ExtendForm({ booking, extensions, now }: { booking: Booking; extensions: Extensions; now: Date }) {
  const { choices, other_scooter } = extensions
  const isExtending = useStore($isExtending)
  const choice = useStore($extensionChoice)
  const { isFinal, otherReason, takenFrom } = useStore($extensionLimit)
  const when = (instant: string) => timeOrWeekdayText(parseInstant(instant), now)
  return (
    <form
      className="grid gap-2"
      method="post"
      onSubmit={event => {
        event.preventDefault()
        void extendRide()
      }}
    >
      <p className="numeric font-semibold wrap-anywhere">{scooterName(booking)}</p>
      <p className="numeric">{manageRideText.endsAt(timeOrWeekdayText(windowOf(booking).end, now))}</p>
      <Choices choices={choices} chosen={choice} when={when} />
      <div aria-live="polite" className="numeric grid gap-2">
        {otherReason && <p>{manageRideText.noExtension(otherReason)}</p>}
        {takenFrom && (
          <p className={isFinal ? undefined : 'muted'}>
            {(extensions.is_own_next ? manageRideText.ownRideFrom : manageRideText.takenFrom)(when(takenFrom))}
          </p>
        )}
      </div>
      {other_scooter && (
        <LinkButton
          href={bookAgainPath(
            other_scooter.id,
            windowFrom(parseInstant(other_scooter.start_time), EXTENSION_HOURS.min),
            now
          )}
          isWide
        >
          {manageRideText.bookInstead(other_scooter.name)}
        </LinkButton>
      )}
      <div className="empty:-mb-2" role="status">
        <BookingBlockNote block={useStore($extensionBlock)} supportPhone={booking.support_phone} />
      </div>
      <ModalButtons>
        <Button disabled={isExtending} kind="secondary" onClick={closeExtendDialog}>
          {commonText.notNow}
        </Button>
        {choice && (
          <Button isBusy={isExtending} busyLabel={manageRideText.preparing} type="submit">
            {paymentsText.payAmount(choice.amount)}
          </Button>
        )}
      </ModalButtons>
    </form>
  )
}

interface ChoicesProps {
  choices: readonly ExtensionChoice[]
  chosen: ExtensionChoice | null
  when: (instant: string) => string
}

function Choices({ choices, chosen, when }: ChoicesProps) {
  const name = useId()
  if (choices.length === 0) return null
  return (
    <fieldset className="max-h-[max(9rem,min(50svh,100svh-26rem))] overflow-y-auto">
      <legend className="sr-only">{manageRideText.extendBy}</legend>
      <ul className="divide-y divide-line">
        {choices.map(({ amount, end_time, hours }) => (
          <li key={hours}>
            <label className="numeric flex min-h-12 flex-wrap items-center gap-x-3 py-1.5">
              <input
                checked={hours === chosen?.hours}
                className="size-5 accent-accent"
                name={name}
                onChange={() => chooseExtension(hours)}
                // Else Firefox focuses the list, because it scrolls, and arrows choose nothing.
                ref={hours === chosen?.hours ? focusOnOpen : undefined}
                type="radio"
              />
              <span className="font-semibold">{manageRideText.extraHours(hours)}</span>
              <span className="text-ink-2">{manageRideText.untilTime(when(end_time))}</span>
              <span className="ms-auto font-semibold">{rupeesText(amount)}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

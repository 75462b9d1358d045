import { type ReactNode, useId } from 'react'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { pinHalves } from '#domain/catalogue/scooters.ts'
import { REASON_MAX_LENGTH } from '#domain/constants.ts'
import { asksIfRideable, REPORT_KINDS, type ReportKind } from '#domain/problems/problems.ts'
import { SupportLink } from '#islands/my-bookings/booking-actions.tsx'
import { RidePhotoField } from '#islands/my-bookings/dialogs/extend-and-return.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { focusOnOpen, Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { useFocusOnChange } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as troubleText from '#messages/my-bookings/trouble.ts'
import * as problemsText from '#messages/problems.ts'
import { supportPhone } from '#stores/app/support.ts'
import { $bookingWithProblem } from '#stores/my-bookings/booking-dialogs.ts'
import { rideText, scooterName } from '#stores/my-bookings/booking-facts.ts'
import { $sentReports } from '#stores/my-bookings/pending-problems.ts'
import {
  $hasTriedSteps,
  $isReporting,
  $isRideable,
  $kind,
  $movedRide,
  $report,
  $rideableError,
  $words,
  answerRideable,
  chooseKind,
  closeProblemDialog,
  problemPhoto,
  report,
  setWords,
  skipSteps
} from '#stores/my-bookings/trouble.ts'
import { WayOutOptions } from './way-out.tsx'

type Step = 'form' | 'kinds' | 'pin' | 'reported'

function useStep(): Step {
  const kind = useStore($kind)
  const hasTriedSteps = useStore($hasTriedSteps)
  if (useStore($report) !== null) return 'reported'
  if (kind === null) return 'kinds'
  return kind === 'pin' && !hasTriedSteps ? 'pin' : 'form'
}

export function ProblemDialog({ now }: { now: Date }) {
  const booking = useStore($bookingWithProblem)
  const kind = useStore($kind)
  const made = useStore($report)
  const sent = useStore($sentReports)
  const moved = useStore($movedRide) !== null
  const needsWayOut = made !== null && !made.isRideable && made.id in sent
  const step = useStep()
  const content = useFocusOnChange<HTMLDivElement>(step)
  const titles: Record<Step, string> = {
    form: kind ? problemsText.PROBLEM_NAMES[kind] : '',
    kinds: troubleText.somethingWrong,
    pin: manageRideText.helpTitle,
    reported: needsWayOut ? (moved ? troubleText.scooterChanged : troubleText.chooseWay) : troubleText.somethingWrong
  }
  return (
    <Modal onClose={closeProblemDialog} isOpen={booking !== null} title={titles[step]}>
      {booking && (
        <div className="grid gap-2 outline-none" ref={content} tabIndex={-1}>
          {step === 'kinds' && <Kinds />}
          {step === 'pin' && (
            <HelpSteps booking={booking} now={now}>
              <Button kind="secondary" onClick={closeProblemDialog}>
                {commonText.close}
              </Button>
              <SupportLink booking={booking} className="btn btn-secondary" label={commonText.chatWithSupport} />
              <Button onClick={skipSteps}>{troubleText.stillNotWorking}</Button>
            </HelpSteps>
          )}
          {step === 'form' && kind && <ReportForm kind={kind} />}
          {step === 'reported' && made && <Reported booking={booking} id={made.id} isRideable={made.isRideable} />}
        </div>
      )}
    </Modal>
  )
}

function Kinds() {
  return (
    <>
      <ul className="my-1 min-w-0 divide-y divide-line">
        {REPORT_KINDS.map(kind => (
          <li className="grid grid-cols-[minmax(0,1fr)] wrap-anywhere *:justify-start *:text-start" key={kind}>
            <Button kind="ghost" onClick={() => chooseKind(kind)}>
              {problemsText.PROBLEM_NAMES[kind]}
            </Button>
          </li>
        ))}
      </ul>
      <Button kind="secondary" onClick={closeProblemDialog} isWide>
        {commonText.close}
      </Button>
    </>
  )
}

function ReportForm({ kind }: { kind: ReportKind }) {
  const isReporting = useStore($isReporting)
  const words = useStore($words)
  const id = useId()
  return (
    <form
      className="grid gap-3"
      method="post"
      onSubmit={event => {
        event.preventDefault()
        void report()
      }}
    >
      {asksIfRideable(kind) && <RideableQuestion />}
      <div className="grid gap-1.5">
        <label htmlFor={id}>{problemsText.whatIsWrong}</label>
        {/* Not the field of other forms, whose styles would be in the page of every rider. */}
        <input
          autoComplete="off"
          className="min-h-12 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3.5 text-base"
          id={id}
          maxLength={REASON_MAX_LENGTH}
          onChange={event => setWords(event.target.value)}
          value={words}
        />
      </div>
      <RidePhotoField label={troubleText.photoOptional} photo={problemPhoto} />
      <ModalButtons>
        <Button disabled={isReporting} kind="secondary" onClick={() => chooseKind(null)}>
          {commonText.back}
        </Button>
        <Button isBusy={isReporting} busyLabel={commonText.sending} type="submit">
          {troubleText.sendReport}
        </Button>
      </ModalButtons>
    </form>
  )
}

const ANSWERS = [
  { isRideable: true, label: troubleText.answerYes },
  { isRideable: false, label: troubleText.answerNo }
]

function RideableQuestion() {
  const answer = useStore($isRideable)
  const error = useStore($rideableError)
  const name = useId()
  return (
    <fieldset>
      <legend>
        {error ? (
          <span className="font-semibold text-red-fg" role="alert">
            {error}
          </span>
        ) : (
          problemsText.canYouRide
        )}
      </legend>
      <div className="flex flex-wrap gap-x-6">
        {ANSWERS.map(({ isRideable, label }) => (
          <label className="flex min-h-12 items-center gap-3 font-semibold" key={label}>
            <input
              checked={answer === isRideable}
              className="size-5 accent-accent"
              name={name}
              onChange={() => answerRideable(isRideable)}
              type="radio"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Reported({ booking, id, isRideable }: { booking: Booking; id: string; isRideable: boolean }) {
  const { [id]: sentId } = useStore($sentReports)
  return (
    <>
      <p role="status">{sentId === undefined ? troubleText.notSentYet : troubleText.reportNoted(sentId)}</p>
      {sentId !== undefined && !isRideable ? (
        <WayOutOptions booking={booking} onClose={closeProblemDialog} />
      ) : (
        <div className="mt-3 grid gap-3">
          {!isRideable && (
            <SupportLink booking={booking} className="btn btn-primary" label={commonText.chatWithSupport} />
          )}
          <Button kind="secondary" onClick={closeProblemDialog} isWide>
            {commonText.close}
          </Button>
        </div>
      )}
    </>
  )
}

interface HelpStepsProps {
  booking: Booking
  children: ReactNode
  now: Date
}

/** What a rider can check before a report or a chat with support. */
export function HelpSteps({ booking, children, now }: HelpStepsProps) {
  return (
    <>
      {/* Focused, because a focused button below the steps would scroll them out of view. */}
      <ol className="numeric grid list-decimal gap-3 ps-6 outline-none wrap-anywhere" ref={focusOnOpen} tabIndex={-1}>
        <li>
          {manageRideText.checkScooter(scooterName(booking), booking)}{' '}
          {manageRideText.checkTime(rideText(booking, now))}
        </li>
        {booking.otp_pin && (
          <li>
            {manageRideText.enterAgain} <b className="whitespace-nowrap">{pinHalves(booking.otp_pin).join('\u00A0')}</b>
          </li>
        )}
        {supportPhone(booking.support_phone) !== '' && (
          <li>
            {manageRideText.contactUs} <b className="whitespace-nowrap">{myBookingsText.referenceText(booking.id)}</b>
          </li>
        )}
      </ol>
      <div className="mt-3 flex flex-wrap gap-3 md:justify-end *:grow md:*:grow-0">{children}</div>
    </>
  )
}

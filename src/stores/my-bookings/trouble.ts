import { atom } from 'nanostores'
import { call, validationIssues } from '#client/http/api.ts'
import { UploadError } from '#client/uploads/uploads.ts'
import { getWayOut, moveOwnRide, takeMoneyBack, type WayOut } from '#contract/bookings/manage-ride.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { reportProblem } from '#contract/problems/report-problem.ts'
import { newRequestId } from '#domain/kit/text.ts'
import { asksIfRideable, type ReportKind } from '#domain/problems/problems.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as troubleText from '#messages/my-bookings/trouble.ts'
import { mayTryAgain } from '#stores/app/offline-queue.ts'
import { toast } from '#stores/app/toasts.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import {
  isLoaded,
  type Loadable,
  latestOnly,
  loadLatest,
  onRefusal,
  showFailure,
  showFailures,
  whileBusy
} from '#stores/kit/requests.ts'
import { createRidePhoto } from '../kit/forms/photo.ts'
import { $bookingWithProblem, $bookingWithWayOut, $managedBooking } from './booking-dialogs.ts'
import { scooterName } from './booking-facts.ts'
import { refreshAfter } from './my-bookings.ts'
import { $sentReports, forgetProblem, keepProblem, pendingProblems, sendProblem } from './pending-problems.ts'

// The dialog in which a rider reports a problem: what it is, its details, and what follows.

/** Null until the rider has said what it is. */
export const $kind = atom<ReportKind | null>(null)
/** The rider has tried what can be done about a PIN. */
export const $hasTriedSteps = atom(false)
export const skipSteps = (): void => $hasTriedSteps.set(true)
export const $isRideable = atom<boolean | null>(null)
export const $rideableError = atom<string | null>(null)
export const $words = atom('')
export const setWords = (words: string): void => $words.set(words)
export const problemPhoto = createRidePhoto()
export const $isReporting = atom(false)
/** The report that was made: its id of this device. The rider of an unrideable scooter needs a way out. */
export const $report = atom<{ id: string; isRideable: boolean } | null>(null)

const isRideableOf = (kind: ReportKind, answer: boolean | null) => asksIfRideable(kind) && answer === true

let reportId = ''

export function chooseKind(kind: ReportKind | null): void {
  reportId = newRequestId()
  $kind.set(kind)
  $hasTriedSteps.set(false)
  $isRideable.set(null)
  $rideableError.set(null)
}

/** Replaces the panel of the ride. A report of the ride that waits for a network is shown again. */
export function openProblemDialog(): void {
  const booking = $managedBooking.get()
  const kept = pendingProblems().find(({ booking_id }) => booking_id === booking?.id)?.body
  chooseKind(kept?.kind ?? null)
  $report.set(kept ? { id: kept.id, isRideable: isRideableOf(kept.kind, kept.is_rideable) } : null)
  $words.set('')
  problemPhoto.remove()
  $managedBooking.set(null)
  $bookingWithProblem.set(booking)
}

/** Not while the report is being sent. */
export function closeProblemDialog(): void {
  if (!$isReporting.get()) $bookingWithProblem.set(null)
}

export function answerRideable(isRideable: boolean): void {
  $isRideable.set(isRideable)
  $rideableError.set(null)
}

/** The id of the uploaded photo; null if it could not be sent for a moment. Throws if it is refused. */
async function uploadPhoto(photo: File, isKept: boolean): Promise<string | null> {
  return problemPhoto.upload(photo).catch((error: unknown) => {
    if (error instanceof UploadError || !mayTryAgain(error)) throw error
    if (isKept) toast('info', troubleText.photoNotKept)
    return null
  })
}

/** Keeps the report on the device first, and sends it. If it is refused or neither, the form stays open. */
export async function report(): Promise<void> {
  const [booking, kind, answer, photo] = [
    $bookingWithProblem.get(),
    $kind.get(),
    $isRideable.get(),
    problemPhoto.$photo.get()
  ]
  if (booking === null || kind === null) return
  const pressedAt = currentTime().toISOString()
  const body = {
    id: reportId,
    is_rideable: answer,
    kind,
    photo_id: null,
    pressed_at: pressedAt,
    words: $words.get().trim()
  }
  const issue = validationIssues(reportProblem.body, body).find(([field]) => field === 'is_rideable')
  if (issue) return $rideableError.set(issue[1])
  await whileBusy($isReporting, troubleText.reportFailed, async () => {
    const { isKept, pending } = keepProblem({ body, booking_id: booking.id, scooter: scooterName(booking) })
    const photoId = photo && (await uploadPhoto(photo, isKept).catch(dropReport))
    const withPhoto = { ...pending, body: { ...body, photo_id: photoId } }
    if (photoId) keepProblem(withPhoto)
    const outcome = await sendProblem(withPhoto)
    // The form has its words.
    if (outcome === 'refused') return void forgetProblem(reportId)
    if (outcome === 'kept' && !isKept) return toast('error', manageRideText.notKept)
    $report.set({ id: reportId, isRideable: isRideableOf(kind, answer) })
    showWayOut()
  })
}

/** Once the report has arrived, its rider chooses another scooter or the money. */
function showWayOut(): void {
  const [booking, made] = [$bookingWithProblem.get(), $report.get()]
  if (booking && made && !made.isRideable && made.id in $sentReports.get()) void loadWayOut(booking)
}

// A report without a network arrives while the dialog is open.
$sentReports.listen(showWayOut)

function dropReport(error: unknown): never {
  forgetProblem(reportId)
  if (error instanceof UploadError) problemPhoto.$error.set(error.message)
  throw error
}

// A rider whose scooter has trouble takes another one, or the money.

export const $wayOut = atom<Loadable<WayOut>>('loading')
/** What the rider has chosen: the id of a scooter, or 'money'. Null while nothing is sent. */
export const $choice = atom<string | null>(null)
/** The ride on its new scooter. */
export const $movedRide = atom<Booking | null>(null)
const $isTaking = atom(false)
const beginRequest = latestOnly()

/** Why no other scooter is offered; null: one is. */
export function noScooterText({ cause, may_move: mayMove, scooters }: WayOut): string | null {
  if (scooters.length > 0) return null
  return cause === null || mayMove === false ? bookingText.noWayOut : troubleText.noOtherScooter
}

export async function loadWayOut({ id }: Booking): Promise<void> {
  $movedRide.set(null)
  $wayOut.set('loading')
  const isLatest = beginRequest()
  await showFailures(troubleText.optionsFailed, () =>
    loadLatest($wayOut, isLatest, call(getWayOut, { params: { id } }))
  )
}

export function openWayOut(booking: Booking): void {
  $bookingWithWayOut.set(booking)
  void loadWayOut(booking)
}

/** Not while a choice is being sent. */
export function closeWayOut(): void {
  if ($choice.get() === null) $bookingWithWayOut.set(null)
}

/** The refusals that mean that something else is possible now. */
const OUTDATED = ['no_way_out', 'refund_changed', 'ride_changed', 'scooter_taken'] as const

interface Choice<Answer> {
  booking: Booking
  /** As in `$choice`. */
  choice: string
  failed: string
  onDone: (answer: Answer) => void
}

/** Sends a choice. If it is no longer possible, the options load again. */
async function choose<Answer>({ booking, choice, failed, onDone }: Choice<Answer>, request: () => Promise<Answer>) {
  await whileBusy($isTaking, failed, async () => {
    $choice.set(choice)
    const answer = await onRefusal(request(), OUTDATED, async refusal => {
      showFailure(refusal, failed)
      await loadWayOut(booking)
      return null
    }).finally(() => $choice.set(null))
    if (answer === null) return undefined
    onDone(answer)
    return () => refreshAfter(true)
  })
}

export function takeScooter(booking: Booking, scooterId: string): Promise<void> {
  const body = { from_scooter_id: booking.scooter?.id ?? '', scooter_id: scooterId }
  return choose(
    { booking, choice: scooterId, failed: troubleText.takeFailed, onDone: moved => $movedRide.set(moved) },
    () => call(moveOwnRide, { body, params: { id: booking.id } })
  )
}

/** The amount that is shown. Calls `onDone` when it goes back. */
export async function takeMoney(booking: Booking, onDone: () => void): Promise<void> {
  const shown = $wayOut.get()
  if (!isLoaded(shown) || shown.refund === null) return
  const body = { amount: shown.refund }
  const sentence = shown.is_full ? manageRideText.cancelledWithRefund : manageRideText.endedWithRefund
  const told = ({ refund }: { refund: number }) => {
    toast('success', sentence(refund))
    onDone()
  }
  await choose({ booking, choice: 'money', failed: troubleText.refundFailed, onDone: told }, () =>
    call(takeMoneyBack, { body, params: { id: booking.id } })
  )
}

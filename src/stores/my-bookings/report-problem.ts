import { atom } from 'nanostores'
import { validationIssues } from '#client/http/api.ts'
import { UploadError } from '#client/uploads/uploads.ts'
import { reportProblem } from '#contract/problems/report-problem.ts'
import { newRequestId } from '#domain/kit/id-pattern.ts'
import { asksIfRideable, type ReportKind } from '#domain/problems/problems.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as troubleText from '#messages/my-bookings/trouble.ts'
import { mayTryAgain } from '#stores/app/kept-list.ts'
import { toast } from '#stores/app/toasts.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { whileBusy } from '#stores/kit/requests.ts'
import { createRidePhoto } from '../kit/forms/photo.ts'
import { $bookingWithProblem, $managedBooking } from './booking-dialogs.ts'
import { scooterName } from './booking-facts.ts'
import { $sentReports, forgetProblem, keepProblem, pendingProblems, sendProblem } from './pending-problems.ts'
import { loadWayOut } from './way-out.ts'

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

import { atom, onMount } from 'nanostores'
import { call, validationIssues } from '#client/http/api.ts'
import type { ClientInput } from '#contract/kit/endpoint.ts'
import { addProblem, listRidesInside, type RideInside } from '#contract/problems/problems.ts'
import type { TimeWindow } from '#domain/bookings/slots.ts'
import { SLOT_MINUTES } from '#domain/constants.ts'
import { newRequestId } from '#domain/kit/text.ts'
import { isWindowAllowed, RIDES_PER_BLOCK_MAX } from '#domain/problems/problems.ts'
import { addMinutes, clockOf, dayOf, instantAt, isDay, parseInstant } from '#domain/time/india-time.ts'
import { HOUR_MINUTES, MINUTE_MS } from '#domain/time/time-units.ts'
import * as adminProblemsText from '#messages/admin/admin-problems.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { toast } from '#stores/app/toasts.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { formErrors, formFields } from '#stores/kit/forms/form.ts'
import { isLoaded, type Loadable, latestOnly, loadLatest, logFailure, whileBusy } from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { confirmUnsaved } from '#stores/session/page-guard.ts'
import { type ScooterName, scooterNames } from './problems.ts'

// A window in which the staff need a scooter. The form shows the paid rides inside, with a choice for each.

/** What happens to a ride: one of these, or the id of the scooter that it gets. */
export const LEAVE = 'leave'
export const REFUND = 'refund'

export const $isLoading = atom(false)
export const $isBlocking = atom(false)
/** Those to choose from; null while the dialog is closed. */
export const $scooters = atom<readonly ScooterName[] | null>(null)
/** The paid rides inside; null while the times are none. */
export const $ridesInside = atom<Loadable<readonly RideInside[]> | null>(null)
export const $choices = atom<Readonly<Record<string, string>>>({})
/** The scooter is blocked, and rides are left to decide about: who has them. */
export const $leftOver = atom<string | null>(null)

const FIELDS = { scooter_id: '', from: '', from_time: '', to: '', to_time: '', note: '' }
type Field = keyof typeof FIELDS

const errors = formErrors<Field>({ fields: ['scooter_id', 'from', 'note'], isQuiet: true })
const { $fields, setField: setText } = formFields<Field>(FIELDS, errors.clearError)
export const blockForm = { ...errors, $fields, setField }
const isTyped = () => $fields.get().note.trim() !== ''
onMount($fields, () => confirmUnsaved(() => $scooters.get() !== null && isTyped()))

let problemId = ''
const beginRequest = latestOnly()

const DEFAULT_MINUTES = 2 * HOUR_MINUTES
/** The length of the last window that could be sent. A date that is being typed makes others. */
let minutes = DEFAULT_MINUTES

function setField(field: Field, value: string): void {
  setText(field, value)
  keepOrder(field)
  errors.clearError('from')
  if (field !== 'note') void loadRidesInside()
}

/** Null while a day is missing. */
function chosenWindow(): TimeWindow | null {
  const { from, from_time, to, to_time } = $fields.get()
  return isDay(from) && isDay(to) ? { end: instantAt(to, to_time), start: instantAt(from, from_time) } : null
}

/** A start that moves to or past the end takes the end with it, and the window keeps its length. */
function keepOrder(changed: Field): void {
  const window = chosenWindow()
  if (window === null) return
  if (isWindowAllowed(window, currentTime())) minutes = (window.end.getTime() - window.start.getTime()) / MINUTE_MS
  else if ((changed === 'from' || changed === 'from_time') && window.start >= window.end) {
    const end = addMinutes(window.start, minutes)
    setText('to', dayOf(end))
    setText('to_time', clockOf(end))
  }
}

/** The next scooter is used, if it is free, and not twice at a time. A ride under way stays. */
function presetChoices(rides: readonly RideInside[], now: Date): Record<string, string> {
  const given: (TimeWindow & { id: string })[] = []
  const choiceOf = ({ end_time, refund, start_time, targets }: RideInside) => {
    const [start, end] = [parseInstant(start_time), parseInstant(end_time)]
    if (start <= now) return LEAVE
    const target = targets.find(({ id }) => !given.some(each => each.id === id && each.start < end && start < each.end))
    if (!target) return refund === null ? LEAVE : REFUND
    given.push({ end, id: target.id, start })
    return target.id
  }
  return Object.fromEntries(rides.map(ride => [ride.id, choiceOf(ride)]))
}

export async function loadRidesInside(): Promise<void> {
  const isLatest = beginRequest()
  const window = chosenWindow()
  if (window === null || !isWindowAllowed(window, currentTime())) return $ridesInside.set(null)
  const query = {
    from: window.start.toISOString(),
    scooter_id: $fields.get().scooter_id,
    to: window.end.toISOString()
  }
  $ridesInside.set('loading')
  // A toast would cover the dialog, which says it.
  await logFailure(loadLatest($ridesInside, isLatest, call(listRidesInside, { query })))
  const rides = $ridesInside.get()
  if (isLatest() && rides !== null && isLoaded(rides)) $choices.set(presetChoices(rides, currentTime()))
}

export const choose = (id: string, choice: string): void => $choices.set({ ...$choices.get(), [id]: choice })

const shownRides = (rides = $ridesInside.get()) => (rides !== null && isLoaded(rides) ? rides : [])
const choiceOf = ({ id }: RideInside) => $choices.get()[id] ?? LEAVE

/** How many riders hear of it. */
export const $toldCount = computed(
  [$ridesInside, $choices],
  rides => shownRides(rides).filter(ride => choiceOf(ride) !== LEAVE).length
)

/** From the next half hour on, for two hours. What was typed before stays. */
export function openBlock(): Promise<void> {
  return whileBusy($isLoading, dashboardText.dashboardLoadFailed, async () => {
    const scooters = await scooterNames()
    if (!isTyped()) reset(scooters)
    $scooters.set(scooters)
    void loadRidesInside()
  })
}

function reset(scooters: readonly ScooterName[]): void {
  const slotMs = SLOT_MINUTES * MINUTE_MS
  const start = new Date(Math.ceil(currentTime().getTime() / slotMs) * slotMs)
  minutes = DEFAULT_MINUTES
  const end = addMinutes(start, minutes)
  problemId = newRequestId()
  errors.clearErrors()
  $leftOver.set(null)
  $fields.set({
    scooter_id: scooters[0]?.id ?? '',
    from: dayOf(start),
    from_time: clockOf(start),
    to: dayOf(end),
    to_time: clockOf(end),
    note: ''
  })
}

/** Not while the window is being sent. */
export function closeBlock(): void {
  if ($isBlocking.get()) return
  $scooters.set(null)
  if ($leftOver.get() !== null) $fields.setKey('note', '')
}

function decisionOf(ride: RideInside): NonNullable<ClientInput<typeof addProblem>['body']['rides']> {
  const choice = choiceOf(ride)
  if (choice === LEAVE) return []
  return choice === REFUND
    ? [{ amount: ride.refund ?? 0, id: ride.id, owed: ride.owed }]
    : [{ id: ride.id, move_to: choice }]
}

/** Blocks the scooter. A ride that was booked meanwhile, or has changed, waits for another decision. */
export async function block(): Promise<void> {
  const [{ note, scooter_id }, window, shown] = [$fields.get(), chosenWindow(), shownRides()]
  const decided = shown.flatMap(decisionOf)
  const body = {
    from: window?.start.toISOString() ?? '',
    id: problemId,
    note: note.trim(),
    rides: decided.slice(0, RIDES_PER_BLOCK_MAX),
    scooter_id,
    to: window?.end.toISOString() ?? ''
  }
  if (errors.showIssues(validationIssues(addProblem.body, body))) return
  await whileBusy($isBlocking, adminProblemsText.blocking.failed, async () => {
    const send = (rides: typeof decided) =>
      errors.toastFailure(call(addProblem, { body: { ...body, rides } }), adminProblemsText.blocking.failed, {
        scooter_not_found: 'scooter_id'
      })
    let answer = await send(body.rides)
    for (let sent = RIDES_PER_BLOCK_MAX; answer && sent < decided.length; sent += RIDES_PER_BLOCK_MAX)
      answer = await send(decided.slice(sent, sent + RIDES_PER_BLOCK_MAX))
    if (answer === null) return
    const seen = new Set(shown.map(({ id }) => id))
    const left = answer.hits.filter(ride => !(seen.has(ride.id) && choiceOf(ride) === LEAVE))
    if (left.length === 0) {
      toast('success', adminProblemsText.scooterBlocked(answer.problem.scooter_name))
      $fields.setKey('note', '')
      $scooters.set(null)
    } else {
      const namesOf = (rides: readonly RideInside[]) => rides.map(({ user_name }) => user_name)
      const [changed, booked] = [left.filter(({ id }) => seen.has(id)), left.filter(({ id }) => !seen.has(id))]
      $leftOver.set(adminProblemsText.ridesLeftOver(namesOf(booked), namesOf(changed)))
      $choices.set({ ...$choices.get(), ...presetChoices(left, currentTime()) })
      $ridesInside.set(answer.hits)
    }
    return () => reloadAfter('problems')
  })
}

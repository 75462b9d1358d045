import * as v from 'valibot'
import { isOffline, isOfflineShell } from '#client/device/network.ts'
import { parseJson } from '#client/device/storage.ts'
import { accountId, pendingRoundItem, savedTodayItem, storedToken } from '#client/session/token.ts'
import { pinChange } from '#contract/catalogue/admin-scooters.ts'
import { instant } from '#contract/kit/fields.ts'
import { type Today, today } from '#contract/staff/today.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import * as roundText from '#messages/admin/round.ts'
import { createOfflineQueue, isUndecided } from '#stores/app/offline-queue.ts'
import { toast } from '#stores/app/toasts.ts'
import { pressKey } from '#stores/app/unsent-pins.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { $presses, type PressOf } from './presses.ts'

// The round of a caretaker where there is no network, as in a basement: this device keeps the day and what is pressed.

const pressFields = {
  account: v.string(),
  /** Of the scooter, the problem or the ride. */
  id: v.string(),
  pressed_at: v.string(),
  scooter_name: v.string()
}

const press = v.variant('kind', [
  v.object({
    ...pressFields,
    kind: v.literal('changed'),
    change: pinChange,
    /** The server has refused the PIN, which the lock has. */
    is_outdated: v.optional(v.boolean(), false),
    /** Somebody else at this device has read which PIN the lock has. */
    is_told: v.optional(v.boolean(), false)
  }),
  v.object({ ...pressFields, kind: v.literal('fixed') }),
  v.object({ ...pressFields, kind: v.literal('returned'), reason: v.string(), scooter_id: v.string() })
])
export type Press = v.InferOutput<typeof press>
type Pressed<Kept extends Press> = Kept extends Press
  ? Omit<Kept, 'account' | 'is_outdated' | 'is_told' | 'pressed_at'>
  : never

/** They outlast a sign-out: without 'Changed', the next rider reads a PIN that the lock no longer has. */
const queue = createOfflineQueue<Press>({
  idOf: pressKey,
  isToSend: each => each.kind !== 'changed' || !each.is_outdated,
  item: pendingRoundItem,
  name: 'round',
  schema: press
})
export const createRoundSender = queue.createSender

/** Shows what waits, and takes the PINs of pressed changes out of the copy. */
export function showPresses(): void {
  $presses.set(queue.waiting())
  const copy = readCopy()
  if (copy) writeCopy(copy)
}

/** The server has decided about it. */
export function forgetPress(decided: Press): void {
  queue.forget(pressKey(decided))
  showPresses()
}

/** The server has refused the PIN, which somebody is to read first (stores/app/unsent-pins.ts). */
export function markOutdated(refused: Extract<Press, { kind: 'changed' }>): void {
  queue.keep({ ...refused, is_outdated: true })
  showPresses()
}

/** What was pressed is not done. A change of a PIN is to do again. */
export function takeBack({ id, kind }: PressOf): void {
  const copy = readCopy()
  const taken = queue.waiting().find(each => each.id === id && each.kind === kind)
  if (taken) forgetPress(taken)
  if (copy) writeCopy(copy)
}

/** False if the storage of the device is full. */
function keep(pressed: Omit<Press, 'is_outdated' | 'is_told'>): boolean {
  const isKept = queue.keep(pressed as Press)
  if (isKept) toast('info', roundText.saved)
  showPresses()
  return isKept
}

/**
 * Sends what was pressed, or keeps it on this device while the server cannot decide about it. Returns the sentence of its
 * success; '' if it is kept.
 */
export function sendOrKeep(pressed: Pressed<Press>, send: () => Promise<string>): Promise<string> {
  // A 401 ends the session before it arrives here.
  const account = accountId(storedToken() ?? '')
  const kept = { ...pressed, account, pressed_at: currentTime().toISOString() }
  if ((isOffline() || isOfflineShell()) && keep(kept)) return Promise.resolve('')
  return send().catch((error: unknown) => {
    if (isUndecided(error) && keep(kept)) return ''
    throw error
  })
}

// The copy of the day: for 12 hours, without phone numbers, and with the PINs that wait to be set only.

const COPY_MS = 12 * HOUR_MS

const copySchema = v.object({ account: v.string(), day: today, saved_at: instant() })
type Copy = v.InferOutput<typeof copySchema>

function writeCopy({ account, day, saved_at }: Copy): void {
  const pressed = queue.waiting().filter(({ kind }) => kind === 'changed')
  const kept = {
    ...day,
    pin_changes: day.pin_changes
      .filter(({ scooter_id }) => !pressed.some(({ id }) => id === scooter_id))
      .map(change => ({ ...change, in_use_phone: change.in_use_phone && '' })),
    rides: day.rides.map(ride => ({ ...ride, user_phone: null }))
  }
  savedTodayItem.write(JSON.stringify({ account, day: kept, saved_at: saved_at.toISOString() }))
}

/** The copy of the account, with the changes that wait to be sent. One that is too old or of another account goes. */
export function readCopy(): Copy | null {
  const json = savedTodayItem.read()
  if (json === null) return null
  const { issues, output } = v.safeParse(copySchema, parseJson(json))
  const token = storedToken()
  const isValid =
    !issues &&
    token !== null &&
    output.account === accountId(token) &&
    Math.abs(currentTime().getTime() - output.saved_at.getTime()) < COPY_MS
  if (!isValid) {
    savedTodayItem.remove()
    return null
  }
  const changes = queue.waiting().flatMap(each => (each.kind === 'changed' ? [each.change] : []))
  return { ...output, day: { ...output.day, pin_changes: [...output.day.pin_changes, ...changes] } }
}

/** Saves the day for the account of this token, unless another one is signed in by now. */
export function saveDay(token: string | undefined, day: Today): void {
  if (token && token === storedToken()) writeCopy({ account: accountId(token), day, saved_at: currentTime() })
}

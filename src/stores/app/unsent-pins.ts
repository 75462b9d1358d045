import { parseJson } from '#client/device/storage.ts'
import { accountId, pendingRoundItem, storedToken } from '#client/session/token.ts'
import * as roundText from '#messages/admin/round.ts'
import * as commonText from '#messages/common.ts'
import { toast } from './toasts.ts'

// What only the person at this device can know: the PINs that the staff have set on locks without a network, and that
// the server has not taken. Every page of such a device loads it.

/** Tells the presses of this device apart (stores/admin/staff/round.ts). */
export const pressKey = ({ account, id, kind }: Record<'account' | 'id' | 'kind', string>) => `${account} ${kind} ${id}`

/** A changed PIN, as far as it is read here. */
interface ChangedPin extends Record<'account' | 'id' | 'kind' | 'scooter_name', string> {
  change: { new_pin: string }
  is_outdated?: boolean
  is_told?: boolean
}

/** Without valibot, because every page may load this module. */
function isChangedPin(value: unknown): value is ChangedPin {
  const { account, change, id, kind, scooter_name } = Object(value) as Record<string, unknown>
  const { new_pin } = Object(change) as Record<string, unknown>
  return kind === 'changed' && [account, id, new_pin, scooter_name].every(text => typeof text === 'string')
}

const readAll = (): unknown[] => [parseJson(pendingRoundItem.read() ?? '')].flat()

/** Writes `by` in place of this press. */
function replace(pressed: ChangedPin, by: readonly ChangedPin[]): void {
  const key = pressKey(pressed)
  const kept = readAll().flatMap<unknown>(each => (isChangedPin(each) && pressKey(each) === key ? by : [each]))
  if (kept.length === 0) pendingRoundItem.remove()
  else pendingRoundItem.write(JSON.stringify(kept))
}

/** What this page has said. */
const said = new Set<string>()

function say(sentence: string, onRead: () => void): void {
  if (said.has(sentence)) return
  said.add(sentence)
  toast('error', sentence, { label: commonText.ok, onPress: onRead })
}

/**
 * Says until 'OK' which PIN a lock has: if the server has refused it, or if the press is of another account than that of
 * this device, such as one that was removed from the team. Without an account only once a sign-in was refused.
 */
export function tellUnsentPins(isSignInRefused = false): void {
  const token = storedToken()
  for (const pressed of readAll().filter(isChangedPin)) {
    const { account, change, is_outdated, is_told, scooter_name } = pressed
    if (token !== null && account === accountId(token)) {
      if (is_outdated) say(roundText.pinOutdated(scooter_name, change.new_pin), () => replace(pressed, []))
    } else if (!is_told && (token !== null || isSignInRefused)) {
      // Its account may still send it.
      const toTold = () => replace(pressed, [{ ...pressed, is_told: true }])
      say(roundText.tellOwner(scooter_name, change.new_pin), toTold)
    }
  }
}

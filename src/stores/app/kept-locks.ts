import * as v from 'valibot'
import { accountId, pendingRoundItem, storedToken } from '#client/session/token.ts'
import * as roundText from '#messages/admin/round.ts'
import * as commonText from '#messages/common.ts'
import { createKeptList } from './kept-list.ts'
import { toast } from './toasts.ts'

// What only the person at this device can know: the PINs that the staff have set on locks without a network, and that
// the server has not taken. Loaded on every page of such a device, so it reads no more of a press than it needs.

const press = v.looseObject({
  account: v.string(),
  /** Of a changed PIN. */
  change: v.optional(v.looseObject({ new_pin: v.string() })),
  /** Of the scooter, the problem or the ride. */
  id: v.string(),
  is_outdated: v.optional(v.boolean()),
  is_told: v.optional(v.boolean()),
  kind: v.string(),
  scooter_name: v.string()
})

/** Tells the presses apart (stores/admin/staff/round.ts). */
export const pressKey = ({ account, id, kind }: Record<'account' | 'id' | 'kind', string>) => `${account} ${kind} ${id}`

const presses = createKeptList({ idOf: pressKey, item: pendingRoundItem, schema: press })

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
export function tellLocks(isSignInRefused = false): void {
  const token = storedToken()
  for (const pressed of presses.readAll()) {
    const { account, change, is_outdated, is_told, scooter_name } = pressed
    if (!change) continue
    if (token !== null && account === accountId(token)) {
      const forget = () => presses.forget(pressKey(pressed))
      if (is_outdated) say(roundText.pinOutdated(scooter_name, change.new_pin), forget)
    } else if (!is_told && (token !== null || isSignInRefused)) {
      // Its account may still send it.
      say(roundText.tellOwner(scooter_name, change.new_pin), () => presses.keep({ ...pressed, is_told: true }))
    }
  }
}

import { call } from '#client/http/api.ts'
import { returnRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { changePin } from '#contract/catalogue/admin-scooters.ts'
import { updateProblem } from '#contract/problems/problems.ts'
import * as adminProblemsText from '#messages/admin/admin-problems.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as roundText from '#messages/admin/round.ts'
import { isUndecided, type Outcome } from '#stores/app/offline-queue.ts'
import { toast } from '#stores/app/toasts.ts'
import { tellUnsentPins } from '#stores/app/unsent-pins.ts'
import { errorMessage, logFailure, onRefusal } from '#stores/kit/requests.ts'
import { createRoundSender, forgetPress, markOutdated, type Press } from './round.ts'

// Sends what the staff have pressed without a network. Loaded only if there is any.

/** A repeat answers as done, so a device that stops between the answer and its note sends again. */
function request(pressed: Press): Promise<unknown> {
  const { id, pressed_at } = pressed
  if (pressed.kind === 'changed')
    return call(changePin, { body: { new_pin: pressed.change.new_pin, pressed_at }, params: { scooter_id: id } })
  if (pressed.kind === 'fixed') return call(updateProblem, { body: { pressed_at, state: 'fixed' }, params: { id } })
  const { reason, scooter_id } = pressed
  return call(returnRideAsAdmin, { body: { pressed_at, reason, scooter_id }, params: { id } })
}

function doneText({ kind, scooter_name }: Press): string {
  if (kind === 'changed') return pinChangesText.changed(scooter_name)
  return kind === 'fixed' ? adminProblemsText.problemSaved(scooter_name, 'fixed') : ridesText.returning.done
}

const FAILURES = {
  changed: pinChangesText.changeFailed,
  fixed: adminProblemsText.list.failed,
  returned: ridesText.returning.failed
} as const

/** Rejects while the server cannot decide about it. */
async function send(pressed: Press): Promise<Outcome> {
  const answer = request(pressed).then((): Outcome => {
    forgetPress(pressed)
    toast('success', doneText(pressed))
    return 'sent'
  })
  return onRefusal(
    answer,
    refusal => !isUndecided(refusal),
    refusal => {
      if (pressed.kind === 'changed' && refusal.code === 'pin_change_outdated') markOutdated(pressed)
      else {
        forgetPress(pressed)
        toast('error', roundText.refused(pressed.scooter_name, errorMessage(refusal, FAILURES[pressed.kind])))
      }
      return 'refused'
    }
  )
}

const sendPresses = createRoundSender(async pressed => (await logFailure(send(pressed))) ?? 'kept')

/** Resolves when each press that waited has its outcome. */
export async function sendRound(): Promise<void> {
  await sendPresses()
  tellUnsentPins()
}

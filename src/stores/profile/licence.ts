import { atom } from 'nanostores'
import { urlFragment } from '#client/device/navigation.ts'
import type { licenceFields, Profile } from '#contract/riders/profile.ts'
import { HAS_LICENCE_REVIEW } from '#domain/backend.ts'
import { licenceTerm } from '#domain/riders/licence.ts'
import { LICENCE_CARD_ID } from '#domain/routes.ts'
import { dayOf } from '#domain/time/india-time.ts'
import * as profileText from '#messages/account/profile.ts'
import { whenMounted } from '#stores/kit/when-mounted.ts'

// What the rider's profile says of the driving licence.

type Licence = Pick<Profile, keyof typeof licenceFields>

/** Null until the profile has loaded. */
export const $licence = atom<Licence | null>(null)

/** True once the rider has chosen to send another photo. */
export const $isReplacingLicence = atom(false)

export const startReplacing = (): void => $isReplacingLicence.set(true)

// A rider whose licence ends before a ride comes from there, long before its end.
whenMounted($isReplacingLicence, () => {
  if (urlFragment() === LICENCE_CARD_ID) startReplacing()
  return undefined
})

/**
 * The sentences of the card, and whether another photo can be sent. Null where there is nothing to say: licences are
 * not reviewed, or the photo is from before they were.
 */
export function licenceCard(licence: Licence | null, isReplacing: boolean, now: Date) {
  if (!licence || !HAS_LICENCE_REVIEW) return null
  const { is_license_waiting, license_expires_on: lastDay, license_reason: reason, license_status: status } = licence
  const isWaiting = is_license_waiting === true
  const term = status === 'approved' && lastDay ? licenceTerm(lastDay, dayOf(now)) : null
  const rejected = status === 'rejected' && reason && !isWaiting ? profileText.REJECTED_BECAUSE[reason] : null
  if (!term && !rejected && !isWaiting) return null
  return {
    approved: lastDay && term && term !== 'ended' ? profileText.approvedUntil(lastDay) : null,
    ended: lastDay && term === 'ended' ? profileText.endedOn(lastDay) : null,
    mayReplace: !isWaiting && (isReplacing || term !== 'valid'),
    rejected,
    waiting: isWaiting ? profileText.licenceWaits : null
  }
}

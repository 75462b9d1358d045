import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { day, idText, newId, requiredId, requiredText, textInput } from '#contract/kit/fields.ts'
import { PHONE_MAX_LENGTH } from '#domain/constants.ts'
import { internationalPhone } from '#domain/riders/contact.ts'
import { EARLIEST_BIRTH, isOldEnough } from '#domain/riders/fields.ts'
import { dayOf, isDay } from '#domain/time/india-time.ts'
import * as guestsText from '#messages/admin/guests.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { rider } from './admin-riders.ts'

// A guest without an email, whom the desk adds.

/** The fields that the desk fills in, validated at `now` by form and server. */
// @__NO_SIDE_EFFECTS__
export const guestFields = (now: () => Date) =>
  v.object({
    name: requiredText(guestsText.missing.name),
    phone: v.pipe(
      requiredText(guestsText.callable, PHONE_MAX_LENGTH),
      v.check(phone => internationalPhone(phone) !== null, guestsText.callable)
    ),
    date_of_birth: v.pipe(
      textInput,
      v.check(isDay, ({ input }) => (input === '' ? guestsText.missing.date_of_birth : apiErrorsText.invalidDate)),
      v.check(born => !isDay(born) || born >= EARLIEST_BIRTH, guestsText.checkBirthYear),
      v.check(born => !isDay(born) || isOldEnough(born, now()), guestsText.tooYoung)
    ),
    expires_on: v.pipe(
      day,
      v.check(lastDay => lastDay >= dayOf(now()), guestsText.licenceEnded)
    ),
    licence: v.instance(Blob, guestsText.missing.licence),
    property_id: requiredId(guestsText.missing.property_id),
    /** The terms that the guest agrees to. Another version than the present one is not recorded. */
    terms_version: v.pipe(v.optional(idText, ''), v.nonEmpty(guestsText.missing.terms_version))
  })

/**
 * The id comes from the client, so that a repeated request adds one guest. 409 for an id that somebody else has, and
 * for a phone number that a rider has, unless `same_phone` says that the guest is somebody else.
 */
export const addGuest = defineEndpoint('POST /admin/users', {
  staff: { lowest: 'manager', scope: 'body' },
  body: v.object({
    ...guestFields(() => new Date()).entries,
    id: newId,
    same_phone: v.optional(v.picklist(['true', 'false']), 'false')
  }),
  encoding: 'form',
  file: 'buffered',
  output: rider
})

export const docs = {
  addGuest: {
    refusals: ['phone_known', 'rider_changed'],
    summary: 'Add a guest without an email, whose licence the desk has seen'
  }
} satisfies Docs

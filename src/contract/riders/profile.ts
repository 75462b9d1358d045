import * as v from 'valibot'
import { closedProperty } from '#contract/catalogue/catalogue.ts'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { idText, openEnum, optionalId, textOrEmpty } from '#contract/kit/fields.ts'
import { LICENCE_STATUSES, REJECT_REASONS } from '#domain/riders/licence.ts'

/** What was decided about a rider's licence. */
export const licenceFields = {
  license_status: v.nullish(openEnum(LICENCE_STATUSES)),
  /** Of a rejected one. */
  license_reason: v.nullish(openEnum(REJECT_REASONS)),
  /** The last day of an approved one, 'yyyy-MM-dd'. */
  license_expires_on: v.nullish(v.string()),
  /** A photo waits for a decision. */
  is_license_waiting: v.nullish(v.boolean())
}

export const profile = v.object({
  name: v.string(),
  email: v.string(),
  phone: textOrEmpty,
  /** 'yyyy-MM-dd' */
  date_of_birth: textOrEmpty,
  property_id: optionalId,
  // Only the embedded backend sends these.
  ...licenceFields,
  /** The rider's property if it was deleted. Its scooters can no longer be booked. */
  closed_property: v.nullish(closedProperty, null),
  /** Missing without a mail service. */
  is_email_confirmed: v.nullish(v.boolean()),
  /** Whether the rider wants reminders by mail. */
  reminders: v.nullish(v.boolean(), true),
  /** The latest terms that the rider agreed to, 'yyyy-MM-dd'. */
  terms_version: v.nullish(v.string())
})
export type Profile = v.InferOutput<typeof profile>

export const getProfile = defineEndpoint('GET /profile', { access: 'rider', isSpecified: true, output: profile })

/** The version of the terms that a rider agrees to. Another than the present one is not recorded. */
export const termsVersion = v.nullish(idText)

export const docs = {
  getProfile: { refusals: ['account_not_found'], summary: "Get the rider's profile" }
} satisfies Docs

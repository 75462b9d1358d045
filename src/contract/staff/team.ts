import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import {
  emailField,
  id,
  idText,
  messageResponse,
  namedRow,
  openEnum,
  optionalText,
  requiredText
} from '#contract/kit/fields.ts'
import { booleanFilter } from '#contract/kit/list-query.ts'
import { ROLES } from '#domain/admin/roles.ts'
import { MEMBER_PROPERTIES_MAX } from '#domain/constants.ts'
import * as accountText from '#messages/account/account.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as teamText from '#messages/admin/team.ts'

/** An account of the portal. */
export const member = v.object({
  id,
  name: v.string(),
  email: v.string(),
  role: openEnum(ROLES),
  /** Of managers and caretakers, sorted by name. */
  properties: v.array(namedRow),
  /** Until when the invitation works, ISO, also if that has passed; null: the account has joined. */
  link_until: optionalText
})
export type Member = v.InferOutput<typeof member>

/** `link` is the page that joins, a path where the site's address is not known. It is in no other response. */
const invited = v.object({ member, link: v.string() })

/** Sorted by name. */
export const listTeam = defineEndpoint('GET /admin/team', {
  staff: { lowest: 'owner' },
  output: v.array(member)
})

const memberInput = {
  name: requiredText(formsText.nameRequired),
  role: v.picklist(ROLES, teamText.roleRequired),
  /** Not of an owner, who has all. */
  property_ids: v.optional(v.pipe(v.array(idText), v.maxLength(MEMBER_PROPERTIES_MAX)), [])
}

/**
 * Invites somebody, or again: the earlier link ends. 409 if an account with this email has joined, so that nobody takes
 * over an account.
 */
export const inviteMember = defineEndpoint('POST /admin/team', {
  staff: { lowest: 'owner' },
  body: v.object({ ...memberInput, email: emailField(accountText.fieldMissing.email) }),
  output: invited
})

/** A new link for an account that has not joined. 409 for one that has. */
export const renewInvitation = defineEndpoint('POST /admin/team/{id}/invite', {
  staff: { lowest: 'owner' },
  output: invited
})

/** A changed role ends the sessions of the account. 409 for the caller's own. */
export const updateMember = defineEndpoint('PUT /admin/team/{id}', {
  staff: { lowest: 'owner' },
  body: v.object({
    ...memberInput,
    /** The PINs of the scooters that the account can no longer see are renewed. */
    renew_pins: v.optional(v.boolean(), false)
  }),
  output: member
})

/** Ends the sessions and the link. The activity log keeps the name. 409 for the caller's own account. */
export const removeMember = defineEndpoint('DELETE /admin/team/{id}', {
  staff: { lowest: 'owner' },
  output: messageResponse,
  /** 'true': the PINs that the account could read are renewed. */
  query: v.object({ renew_pins: booleanFilter })
})

export const docs = {
  listTeam: { summary: 'List the team' },
  inviteMember: { refusals: ['already_in_team', 'too_many_requests'], summary: 'Invite somebody to the team' },
  renewInvitation: {
    refusals: ['already_joined', 'member_not_found', 'too_many_requests'],
    summary: 'Make a new link for somebody who has not joined'
  },
  updateMember: {
    refusals: ['member_not_found', 'own_account'],
    summary: 'Change the name, role and properties of a team member'
  },
  removeMember: { refusals: ['member_not_found', 'own_account'], summary: 'Remove somebody from the team' }
} satisfies Docs

import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { emailField, id, idText, messageResponse, openEnum, optionalText, requiredText } from '#contract/kit/fields.ts'
import { ROLES } from '#domain/admin/roles.ts'
import { MEMBER_PROPERTIES_MAX } from '#domain/constants.ts'
import { fieldMissing } from '#messages/account/account.ts'
import * as text from '#messages/admin/team.ts'
import { propertyName } from './me.ts'

/** An account of the portal. */
export const member = v.object({
  id,
  name: v.string(),
  email: v.string(),
  role: openEnum(ROLES),
  /** Of managers and caretakers, sorted by name. */
  properties: v.array(propertyName),
  /** Until when the invitation works, ISO, also if that has passed; null: the account has joined. */
  link_until: optionalText
})
export type Member = v.InferOutput<typeof member>

/** `link` is the page that joins, a path where the site's address is not known. It is in no other response. */
const invited = v.object({ member, link: v.string() })

/** Sorted by name. */
export const listTeam = defineEndpoint({
  access: 'admin',
  staff: { lowest: 'owner' },
  method: 'GET',
  output: v.array(member),
  path: '/admin/team'
})

const memberInput = {
  name: requiredText(text.nameRequired),
  role: v.picklist(ROLES, text.roleRequired),
  /** Not of an owner, who has all. */
  property_ids: v.optional(v.pipe(v.array(idText), v.maxLength(MEMBER_PROPERTIES_MAX)), [])
}

/**
 * Invites somebody, or again: the earlier link ends. 409 if an account with this email has joined, so that nobody takes
 * over an account.
 */
export const inviteMember = defineEndpoint({
  access: 'admin',
  staff: { lowest: 'owner' },
  body: v.object({ ...memberInput, email: emailField(fieldMissing.email) }),
  method: 'POST',
  output: invited,
  path: '/admin/team'
})

/** A new link for an account that has not joined. 409 for one that has. */
export const renewInvitation = defineEndpoint({
  access: 'admin',
  staff: { lowest: 'owner' },
  method: 'POST',
  output: invited,
  path: '/admin/team/{id}/invite'
})

/** A changed role ends the sessions of the account. 409 for the caller's own. */
export const updateMember = defineEndpoint({
  access: 'admin',
  staff: { lowest: 'owner' },
  body: v.object(memberInput),
  method: 'PUT',
  output: member,
  path: '/admin/team/{id}'
})

/** Ends the sessions and the link. The activity log keeps the name. 409 for the caller's own account. */
export const removeMember = defineEndpoint({
  access: 'admin',
  staff: { lowest: 'owner' },
  method: 'DELETE',
  output: messageResponse,
  path: '/admin/team/{id}'
})

import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, namedRow, openEnum } from '#contract/kit/fields.ts'
import { ROLES } from '#domain/admin/roles.ts'

/** What the messages to an account are about. */
const notifications = {
  /** Each morning the rides of the day. */
  daily_mail: v.boolean(),
  /** At once what needs the account soon. */
  tell_trouble: v.boolean()
}

/** The signed-in admin. */
export const me = v.object({
  email: v.optional(v.string()),
  id,
  name: v.string(),
  role: openEnum(ROLES),
  /** Those that the role is for, sorted by name; an owner's are all. */
  properties: v.array(namedRow),
  /** Whether the site sends emails. */
  sends_mail: v.boolean(),
  /** With which a browser subscribes to push messages; null: none are sent. */
  push_key: v.nullish(v.string()),
  ...notifications
})
export type Me = v.InferOutput<typeof me>

export const getMe = defineEndpoint('GET /admin/me', {
  staff: { lowest: 'caretaker', scope: 'none' },
  output: me
})

/** Missing fields stay unchanged. */
export const updateMe = defineEndpoint('PUT /admin/me', {
  staff: { lowest: 'caretaker', scope: 'none' },
  body: v.partial(v.object(notifications)),
  output: me
})

export const docs = {
  getMe: { summary: 'Get the role and the properties of the signed-in admin' },
  updateMe: { summary: 'Choose the messages to the signed-in admin' }
} satisfies Docs

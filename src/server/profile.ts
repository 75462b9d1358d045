import { eq } from 'drizzle-orm'
import type { getProfile, updateProfile } from '#contract/profile.ts'
import * as auth from '#messages/auth.ts'
import * as text from '#messages/profile.ts'
import { db, isUniqueViolation } from './db/client.ts'
import { users } from './db/schema.ts'
import { conflict, invalidField, notFound } from './errors.ts'
import type { Operation } from './http.ts'
import { propertyExists } from './properties.ts'

export const riderProfile: Operation<typeof getProfile> = async (_, rider) => {
  const [profile] = await db
    .select({
      date_of_birth: users.date_of_birth,
      email: users.email,
      name: users.name,
      phone: users.phone,
      property_id: users.property_id
    })
    .from(users)
    .where(eq(users.id, rider.id))
  if (!profile) throw notFound(text.accountNotFound)
  return profile
}

/** No bounds beyond the spec's (§5 Profile); a taken e-mail is a 409 (decision 7). Bookings stay where they are. */
export const changeProfile: Operation<typeof updateProfile> = async ({ body }, rider) => {
  const moves = body.property_id !== rider.property_id
  if (moves && !(await propertyExists(body.property_id))) throw invalidField('property_id', auth.unknownProperty)
  await db
    .update(users)
    .set(body)
    .where(eq(users.id, rider.id))
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? conflict(auth.emailTaken) : error
    })
  return body
}

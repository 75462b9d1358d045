import { signIn, signInAdmin } from '#contract/auth/sign-in.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { type Args, callAs, refusalAs, sql } from '#tests/helpers/servers/app.ts'
import { aProperty } from './things.ts'

export const PASSWORD = 'Rider@123'
// Cheap to check: signing in is not what most tests are about, and there are hundreds of people.
export const hashed = hashPassword(PASSWORD, { N: 2, p: 1, r: 1 })
let born = 0

export interface Person {
  id: string
  email: string
  token: string
}

function voiceOf(person: Person) {
  return {
    ...person,
    call: <E extends Endpoint>(endpoint: E, ...args: Args<E>) => callAs(person.token, endpoint, ...args),
    refusal: (endpoint: Endpoint, input: Parameters<typeof refusalAs>[2] = {}) =>
      refusalAs(person.token, endpoint, input)
  }
}

/** A rider with an account at a property (a new one unless told), signed in through the front door. */
export async function signedInRider(wanted: { name?: string; property_id?: string } = {}) {
  const property_id = wanted.property_id ?? (await aProperty()).id
  const id = `rider-${++born}`
  const email = `${id}@example.test`
  const name = wanted.name ?? `Rider ${born}`
  await sql(
    `INSERT INTO users (id, name, email, phone, date_of_birth, password_hash, property_id, license_photo_url, created_at)
     VALUES (?, ?, ?, '+91 98450 12345', '1995-06-15', ?, ?, '/api/admin/licenses/none', unixepoch())`,
    id,
    name,
    email,
    await hashed,
    property_id
  )
  const { access_token } = await callAs(undefined, signIn, { body: { email, password: PASSWORD } })
  return { ...voiceOf({ email, id, token: access_token }), name, property_id }
}

export async function signedInAdmin() {
  const id = `admin-${++born}`
  const email = `${id}@example.test`
  await sql(
    `INSERT INTO admins (id, name, email, password_hash, created_at) VALUES (?, ?, ?, ?, 0)`,
    id,
    `Admin ${born}`,
    email,
    await hashed
  )
  const { access_token } = await callAs(undefined, signInAdmin, { body: { email, password: PASSWORD } })
  return voiceOf({ email, id, token: access_token })
}

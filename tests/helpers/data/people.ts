import { beforeAll } from 'vitest'
import { signIn, signInAdmin } from '#contract/auth/sign-in.ts'
import type { signUp } from '#contract/auth/sign-up.ts'
import type { ClientInput, Endpoint } from '#contract/kit/endpoint.ts'
import { uploadLicence } from '#contract/uploads/uploads.ts'
import type { Role } from '#domain/admin/roles.ts'
import { riderWords } from '#domain/riders/search-words.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { insertRiderSql } from '#tests/helpers/data/rider-row.ts'
import { type Args, callAs, refusedCallAs, sql, sqlBatch } from '#tests/helpers/servers/app.ts'
import { insertProperty, pictures } from './rows.ts'

export const PASSWORD = 'Rider@123'
// A cheap hash: most tests are not about sign-in, and they create hundreds of accounts.
export const passwordHash = hashPassword(PASSWORD, { N: 2, p: 1, r: 1 })
const PHONE = '+91 98450 12345'
let count = 0

export interface SignedInPerson {
  id: string
  email: string
  token: string
}

function apiFor(person: SignedInPerson) {
  return {
    ...person,
    call: <E extends Endpoint>(endpoint: E, ...args: Args<E>) => callAs(person.token, endpoint, ...args),
    refusal: (endpoint: Endpoint, input: Parameters<typeof refusedCallAs>[2] = {}) =>
      refusedCallAs(person.token, endpoint, input)
  }
}

/** What a sign-up sends: of a new property and with an uploaded licence, unless they are given. */
export async function newcomer({
  license_photo_url,
  property_id,
  ...given
}: Partial<ClientInput<typeof signUp>['body']> = {}) {
  const email = given.email ?? `newcomer.${++count}@example.test`
  const upload = () => callAs(undefined, uploadLicence, { body: { email, file: pictures.jpeg() } })
  return {
    date_of_birth: '1998-02-28',
    email,
    license_photo_url: license_photo_url ?? (await upload()).url,
    name: 'Asha Rao',
    password: PASSWORD,
    phone: PHONE,
    property_id: String(property_id ?? (await insertProperty()).id),
    ...given
  }
}

/** Creates a rider and signs in through the API. Without `property_id`, it creates a new property. */
export async function signedInRider(options: { name?: string; property_id?: string } = {}) {
  const property_id = options.property_id ?? (await insertProperty()).id
  const id = `rider-${++count}`
  const email = `${id}@example.test`
  const name = options.name ?? `Rider ${count}`
  const rider = {
    date_of_birth: '1995-06-15',
    email,
    id,
    license_photo_url: '/api/admin/licenses/none',
    name,
    password_hash: await passwordHash,
    phone: PHONE,
    property_id
  }
  await sqlBatch(
    [insertRiderSql(rider)],
    [
      'INSERT INTO rider_words (word, user_id) SELECT value, ?2 FROM json_each(?1)',
      JSON.stringify(riderWords(rider)),
      id
    ]
  )
  const { access_token } = await callAs(undefined, signIn, { body: { email, password: PASSWORD } })
  return { ...apiFor({ email, id, token: access_token }), name, property_id }
}

export async function signedInAdmin(role: Role = 'owner', properties: readonly string[] = []) {
  const id = `admin-${++count}`
  const email = `${id}@example.test`
  await sql(
    `INSERT INTO admins (id, name, email, password_hash, role, created_at) VALUES (?, ?, ?, ?, ?, 0)`,
    id,
    `Admin ${count}`,
    email,
    await passwordHash,
    role
  )
  for (const property of properties) await sql('INSERT INTO admin_properties VALUES (?, ?)', id, property)
  const { access_token } = await callAs(undefined, signInAdmin, { body: { email, password: PASSWORD } })
  return apiFor({ email, id, token: access_token })
}

/** An admin who signs in before the tests of the file. Call it after the server is set up. */
export function setUpAdmin() {
  const admin = {} as Awaited<ReturnType<typeof signedInAdmin>>
  beforeAll(async () => void Object.assign(admin, await signedInAdmin()))
  return admin
}

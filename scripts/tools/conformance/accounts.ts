import { signIn, signInAdmin } from '#contract/auth/sign-in.ts'
import { signUp } from '#contract/auth/sign-up.ts'
import { listProperties } from '#contract/catalogue/catalogue.ts'
import { updateProfile } from '#contract/riders/edit-profile.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { uploadLicence } from '#contract/uploads/uploads.ts'
import { expect, firstRider, PICTURE, type Rider, type RunContext, requireValue, skip } from './context.ts'

const REFUSED = [400, 401, 403, 409, 422]
const PASSWORD = 'Conform@123'

/** Returns the photo's URL in the backend's own storage, or else a URL like that of a cloud storage. */
async function uploadLicencePhoto({ caller }: RunContext, email: string): Promise<string> {
  const { answer, status } = await caller.request(uploadLicence, { body: { email, file: PICTURE } })
  return status === 200 ? (answer as { url: string }).url : `https://storage.example.com/licenses/${email}/licence.jpg`
}

async function signUpRider(context: RunContext, suffix: string): Promise<Rider> {
  const { caller, name } = context
  const newRider = {
    date_of_birth: '1995-06-15',
    email: `${name.replaceAll(' ', '-')}-${suffix}@example.com`.toLowerCase(),
    name: `${name} ${suffix}`,
    password: PASSWORD,
    phone: '+919845000000'
  }
  const property_id = requireValue(context.homePropertyId, 'a property')
  const license_photo_url = await uploadLicencePhoto(context, newRider.email)
  const { access_token } = await caller.call(signUp, { body: { ...newRider, license_photo_url, property_id } })
  return { ...newRider, token: access_token }
}

export async function testAccounts(context: RunContext): Promise<void> {
  const { caller, report, riders } = context
  const first = () => firstRider(context)

  await report.check('GET /properties returns a public list of id, name and location', async () => {
    const [home] = await caller.call(listProperties)
    expect(home !== undefined, 'the list is empty, so nobody can sign up')
    context.homePropertyId = home.id
  })
  await report.check('POST /auth/signup returns an access token', async () => {
    for (const suffix of ['one', 'two']) riders.push(await signUpRider(context, suffix))
  })
  await report.check('POST /auth/signup rejects a second account with the same email, with a reason', async () => {
    const { token: _, ...newRider } = first()
    const license_photo_url = await uploadLicencePhoto(context, newRider.email)
    await caller.refusal(
      signUp,
      { body: { ...newRider, license_photo_url, property_id: context.homePropertyId } },
      REFUSED
    )
  })
  await report.check('POST /auth/signin returns an access token', async () => {
    const { email, password } = first()
    first().token = (await caller.call(signIn, { body: { email, password } })).access_token
  })
  await report.check('POST /auth/signin rejects a wrong password with a sentence', async () => {
    const { detail } = await caller.refusal(signIn, { body: { email: first().email, password: 'Wrong@123' } }, REFUSED)
    expect(detail !== '', 'the detail is not a sentence')
  })
  await report.check('POST /admin/auth/signin returns an access token', async () => {
    const body = context.admin ?? skip('--admin')
    context.adminToken = (await caller.call(signInAdmin, { body: { ...body } })).access_token
  })
  await report.check("POST /admin/auth/signin rejects a rider's account with a sentence", async () => {
    const { email, password } = first()
    const { detail } = await caller.refusal(signInAdmin, { body: { email, password } }, REFUSED)
    expect(detail !== '', 'the detail is not a sentence')
  })
}

export async function testProfile(context: RunContext): Promise<void> {
  const { caller, report } = context
  const first = () => firstRider(context)

  await report.check('GET /profile returns the data of the sign-up', async () => {
    const { password: _password, token, ...newRider } = first()
    // A backend may say more of its riders.
    const { date_of_birth, email, name, phone, property_id } = await caller.call(getProfile, { token })
    const profile = { date_of_birth, email, name, phone }
    expect(JSON.stringify(sorted(profile)) === JSON.stringify(sorted(newRider)), `returns ${JSON.stringify(profile)}`)
    expect(property_id === context.homePropertyId, `property_id is ${property_id} instead of ${context.homePropertyId}`)
  })
  for (const [description, token] of [
    ['without a token', undefined],
    ['with an invalid token', 'none']
  ] as const) {
    await report.check(`GET /profile ${description} returns 401, which ends a session`, async () => {
      await caller.refusal(getProfile, token === undefined ? {} : { token }, [401])
    })
  }
  await report.check('PUT /profile returns the changed profile and saves it', async () => {
    const { password: _, token, ...newRider } = first()
    const changed = {
      ...newRider,
      name: `${newRider.name} again`,
      property_id: requireValue(context.homePropertyId, 'a property')
    }
    const answered = await caller.call(updateProfile, { body: changed, token })
    const stored = await caller.call(getProfile, { token })
    expect(answered.name === changed.name && stored.name === changed.name, `the name is '${stored.name}'`)
    first().name = changed.name
  })
}

function sorted(fields: object): [string, unknown][] {
  return Object.entries(fields).sort(([one], [other]) => one.localeCompare(other))
}

/** Moves all riders of this run to the property. */
export async function moveRiders({ caller, riders }: RunContext, property_id: string): Promise<void> {
  for (const { password: _, token, ...newRider } of riders) {
    await caller.call(updateProfile, { body: { ...newRider, property_id }, token })
  }
}

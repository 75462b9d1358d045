import { beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#contract/auth/sign-up.ts'
import { listProperties } from '#contract/catalogue/catalogue.ts'
import { getProfile, updateProfile } from '#contract/riders/profile.ts'
import { uploadLicence } from '#contract/uploads/uploads.ts'
import { JOIN_ATTEMPTS_PER_HOUR } from '#domain/request-limits.ts'
import { joinCodeMissing, joinCodeWrong } from '#messages/account/account.ts'
import { PASSWORD, setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { setPropertyRules } from '#tests/helpers/data/property-rules.ts'
import { insertProperty, pictures } from '#tests/helpers/data/rows.ts'
import { callAs, refusedCallAs, startApp } from '#tests/helpers/servers/app.ts'

startApp(() => ({ THROTTLE_TIMES: '1' }))

const admin = setUpAdmin()
const missing = { detail: joinCodeMissing, status: 403 }
const wrong = { detail: joinCodeWrong, status: 403 }
let property_id: string
beforeAll(async () => {
  property_id = (await insertProperty()).id
  await setPropertyRules(admin, property_id, { join_code: 'sea-123' })
})

let newcomers = 0
async function newcomer() {
  const email = `newcomer.${++newcomers}@example.test`
  const { url } = await callAs(undefined, uploadLicence, { body: { email, file: pictures.jpeg() } })
  const phone = '+91 98450 12345'
  return {
    date_of_birth: '1998-02-28',
    email,
    license_photo_url: url,
    name: 'Asha Rao',
    password: PASSWORD,
    phone,
    property_id
  }
}

describe('a property with a join code', () => {
  test('is listed as one, without its code', async () => {
    const listed = (await callAs(undefined, listProperties)).find(({ id }) => id === property_id)
    expect(listed).toMatchObject({ needs_code: true })
    expect(JSON.stringify(listed)).not.toContain('SEA')
  })

  test('takes a sign-up with the code in any spelling, and a refused one can be sent again as it is', async () => {
    const body = await newcomer()
    expect(await refusedCallAs(undefined, signUp, { body })).toMatchObject(missing)
    expect(await refusedCallAs(undefined, signUp, { body: { ...body, join_code: ' - ' } })).toMatchObject(missing)
    expect(await refusedCallAs(undefined, signUp, { body: { ...body, join_code: 'SEA124' } })).toMatchObject(wrong)
    const { access_token } = await callAs(undefined, signUp, { body: { ...body, join_code: ' Sea 1–23 ' } })
    expect(await callAs(access_token, getProfile)).toMatchObject({ property_id })
  })

  test('takes a rider who moves with the code only, and changes nothing else without it', async () => {
    const rider = await signedInRider()
    const { closed_property: _, ...before } = await rider.call(getProfile)
    const move = { ...before, name: 'Asha R', property_id: property_id as string | null }
    const save = (body: object) => ({ body: { ...move, ...body, property_id } })
    expect(await rider.refusal(updateProfile, save({}))).toMatchObject(missing)
    expect(await rider.refusal(updateProfile, save({ join_code: 'SEA12' }))).toMatchObject(wrong)
    expect(await rider.call(getProfile)).toMatchObject(before)
    expect(await rider.call(updateProfile, save({ join_code: 'sea123' }))).toMatchObject({
      name: 'Asha R',
      property_id
    })
  })

  test('keeps its riders when the code changes, and no longer takes the old one', async () => {
    const { id } = await insertProperty()
    const rider = await signedInRider({ property_id: id })
    await setPropertyRules(admin, id, { join_code: 'OLDCODE' })
    await setPropertyRules(admin, id, { join_code: 'NEWCODE' })
    const { closed_property: _, ...profile } = await rider.call(getProfile)
    const body = { ...profile, name: 'Asha R', property_id: id }
    expect(await rider.call(updateProfile, { body })).toMatchObject({ name: 'Asha R', property_id: id })
    const other = await signedInRider()
    expect(await other.refusal(updateProfile, { body: { ...body, join_code: 'OLDCODE' } })).toMatchObject(wrong)
    await setPropertyRules(admin, id, { join_code: null })
    const own = { ...body, email: other.email }
    expect(await other.call(updateProfile, { body: own })).toMatchObject({ property_id: id })
  })

  test('is tried by a rider so many times an hour, a code without characters included', async () => {
    const rider = await signedInRider()
    const { closed_property: _, ...profile } = await rider.call(getProfile)
    const attempt = (join_code: string) =>
      rider.refusal(updateProfile, { body: { ...profile, join_code, property_id } })
    for (let count = 0; count < JOIN_ATTEMPTS_PER_HOUR; count++)
      expect(await attempt(count % 2 ? '--' : `GUESS${count}`)).toMatchObject({ status: 403 })
    expect(await attempt('SEA123')).toMatchObject({ status: 429 })
  })
})

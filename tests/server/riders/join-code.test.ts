import { beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#contract/auth/sign-up.ts'
import { listProperties } from '#contract/catalogue/catalogue.ts'
import { updateProfile } from '#contract/riders/edit-profile.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { WRONG_JOIN_CODES_PER_HOUR } from '#domain/request-limits.ts'
import * as accountText from '#messages/account/account.ts'
import { newcomer as newcomerOf, setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { setPropertyRules } from '#tests/helpers/data/property-rules.ts'
import { insertProperty } from '#tests/helpers/data/rows.ts'
import { passThrottleHour, resetThrottles } from '#tests/helpers/data/stored-state.ts'
import { callAs, refusedCallAs, startApp } from '#tests/helpers/servers/app.ts'

startApp(() => ({ THROTTLE_TIMES: '1' }))

const admin = setUpAdmin()
const missing = { detail: accountText.joinCodeMissing, status: 403 }
const wrong = { detail: accountText.joinCodeWrong, status: 403 }
let property_id: string
beforeAll(async () => {
  property_id = (await insertProperty()).id
  await setPropertyRules(admin, property_id, { join_code: 'sea-123' })
})

async function anotherWithCode(): Promise<string> {
  const { id } = await insertProperty()
  await setPropertyRules(admin, id, { join_code: 'OTHER1' })
  return id
}

const newcomer = () => newcomerOf({ property_id })

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
    const own = { ...body, email: other.email }
    expect(await other.refusal(updateProfile, { body: { ...own, join_code: 'OLDCODE' } })).toMatchObject(wrong)
    await setPropertyRules(admin, id, { join_code: null })
    expect(await other.call(updateProfile, { body: own })).toMatchObject({ property_id: id })
  })

  test('is guessed wrong so many times an hour from an address, at sign-up and in the profile together', async () => {
    await resetThrottles()
    const body = await newcomer()
    const guess = (join_code: string) => refusedCallAs(undefined, signUp, { body: { ...body, join_code } })
    for (let count = 1; count < WRONG_JOIN_CODES_PER_HOUR; count++)
      expect(await guess(`GUESS${count}`)).toMatchObject(wrong)
    await callAs(undefined, signUp, { body: { ...(await newcomer()), join_code: 'SEA123' } })
    const rider = await signedInRider()
    const { closed_property: _, ...profile } = await rider.call(getProfile)
    const move = (join_code: string, to = property_id) =>
      rider.refusal(updateProfile, { body: { ...profile, join_code, property_id: to } })
    expect(await move('GUESS')).toMatchObject(wrong)
    expect([await move('SEA123'), await guess('SEA123')]).toMatchObject([{ status: 429 }, { status: 429 }])
    expect(await guess('--')).toMatchObject(missing)
    expect(await move('GUESS', await anotherWithCode())).toMatchObject(wrong)
    await passThrottleHour()
    expect(await guess('GUESS')).toMatchObject(wrong)
  })

  test('is guessed wrong so many times an hour by a rider who moves, at all properties together', async () => {
    await resetThrottles()
    const rider = await signedInRider()
    const { closed_property: _, ...profile } = await rider.call(getProfile)
    const others = [property_id, await anotherWithCode()]
    const guess = (count: number, join_code = 'GUESS') =>
      rider.refusal(updateProfile, { body: { ...profile, join_code, property_id: others[count % 2] ?? null } })
    for (let count = 0; count < WRONG_JOIN_CODES_PER_HOUR; count++) expect(await guess(count)).toMatchObject(wrong)
    expect(await guess(0, 'SEA123')).toMatchObject({ status: 429 })
  })

  test('is not told apart from a wrong one by a call that fails anyway', async () => {
    await resetThrottles()
    const rider = await signedInRider()
    const { closed_property: _, ...profile } = await rider.call(getProfile)
    const [free, used] = [await newcomer(), await newcomer()]
    await callAs(undefined, signUp, { body: { ...used, join_code: 'SEA123' } })
    for (const join_code of ['SEA123', 'GUESS1']) {
      const attempt = (body: object) => refusedCallAs(undefined, signUp, { body: { ...free, join_code, ...body } })
      const { license_photo_url } = used
      for (const photo of [{ license_photo_url }, { license_photo_url: `${license_photo_url}0` }])
        expect(await attempt(photo)).toMatchObject({ status: 422 })
      expect(await attempt({ email: used.email })).toMatchObject({ status: 409 })
      expect(
        await rider.refusal(updateProfile, { body: { ...profile, email: used.email, join_code, property_id } })
      ).toMatchObject({ status: 409 })
    }
  })
})

// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceLicence } from '#contract/riders/edit-profile.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { uploadLicence } from '#contract/uploads/uploads.ts'
import * as profileText from '#messages/account/profile.ts'
import * as uploadsText from '#messages/uploads.ts'
import { licencePhoto } from '#tests/helpers/data/licence-photo.ts'
import { serverError } from '#tests/helpers/servers/fault-server.ts'
import {
  mountStores,
  openPage,
  server,
  shownToasts,
  useExternalBackend,
  waitForTask,
  withKind
} from '#tests/stores/browser-tab.ts'
import { arriveAndType, asha, fields, settled, setUpProfilePage } from './page.ts'

const TODAY = new Date('2026-06-15T09:10:00Z')
const rejected = {
  ...asha,
  is_license_waiting: false,
  license_reason: 'unreadable',
  license_status: 'rejected'
} as const
const waiting = { ...rejected, is_license_waiting: true }
const approved = (license_expires_on: string) => ({
  is_license_waiting: false,
  license_expires_on,
  license_status: 'approved' as const
})

setUpProfilePage()

describe('the card of the licence', () => {
  const cardOf = async (licence: object) =>
    (await import('#stores/profile/profile-form.ts')).licenceCard(licence, false, TODAY)
  const nothing = { approved: null, ended: null, mayReplace: false, rejected: null, waiting: null }

  test.each([
    ['2031-03-12', { approved: 'Approved until 12 Mar 2031' }],
    ['2026-07-15', { approved: 'Approved until 15 Jul 2026' }],
    ['2026-07-14', { approved: 'Approved until 14 Jul 2026', mayReplace: true }],
    ['2026-06-15', { approved: 'Approved until 15 Jun 2026', mayReplace: true }],
    ['2026-06-14', { ended: 'Ended on 14 Jun 2026', mayReplace: true }]
  ])('of one that is valid until %s', async (day, said) => {
    expect(await cardOf(approved(day))).toEqual({ ...nothing, ...said })
  })
  test('of a renewal that waits keeps the approval and takes no other photo', async () => {
    const card = await cardOf({ ...approved('2026-06-15'), is_license_waiting: true })
    expect(card).toEqual({ ...nothing, approved: 'Approved until 15 Jun 2026', waiting: profileText.licenceWaits })
  })
  test('of a rejected one says why, until another photo waits', async () => {
    const why = profileText.REJECTED_BECAUSE.unreadable
    expect(await cardOf(rejected)).toEqual({ ...nothing, mayReplace: true, rejected: why })
    expect(await cardOf(waiting)).toEqual({ ...nothing, waiting: profileText.licenceWaits })
  })
  test('takes a photo at any time from a rider whose licence ends before a ride', async () => {
    openPage('/profile#licence', 'rider')
    const { $isReplacingLicence, licenceCard } = await import('#stores/profile/profile-form.ts')
    mountStores($isReplacingLicence)
    expect(licenceCard(approved('2031-03-12'), $isReplacingLicence.get(), TODAY)).toMatchObject({ mayReplace: true })
  })
  test('is missing for a rider from before licences were reviewed', async () => {
    expect(await cardOf({ is_license_waiting: false, license_status: 'unreviewed' })).toBeNull()
  })
  test('is missing with an external backend', async () => {
    useExternalBackend()
    expect(await cardOf(waiting)).toBeNull()
  })
})

describe('another photo', () => {
  async function arriveAndChoose() {
    const page = {
      ...(await arriveAndType({ name: 'Asha R' })),
      ...(await import('#stores/profile/profile-form.ts')),
      ...(await import('#stores/profile/licence-upload.ts')),
      ...(await import('#stores/profile/profile.ts'))
    }
    page.startReplacing()
    await page.choosePhoto(licencePhoto())
    return page
  }
  const sent = () => server.requestsTo(replaceLicence).map(({ body }) => body)

  beforeEach(() => {
    server.answer(getProfile, rejected)
    server.answer(uploadLicence, { url: '/licences/2' })
    server.answer(replaceLicence, waiting)
  })

  test('is uploaded and sent, and then waits; what is typed in the form stays', async () => {
    const { $fields, $isReplacingLicence, $licence, $photo, cachedProfile, sendLicence } = await arriveAndChoose()
    await waitForTask(sendLicence())
    expect(server.requestsTo(uploadLicence)[0]?.body).toMatchObject({ email: asha.email })
    expect(sent()).toEqual([{ license_photo_url: '/licences/2' }])
    expect([$licence.get()?.is_license_waiting, $isReplacingLicence.get(), $photo.get()]).toEqual([true, false, null])
    expect($fields.get()).toEqual({ ...fields, name: 'Asha R' })
    expect(cachedProfile()).toMatchObject({ is_license_waiting: true, license_status: 'rejected' })
    expect(await shownToasts(withKind)).toEqual([`success: ${profileText.licenceSent}`])
  })
  test('stays chosen without a network, and the field says so', async () => {
    server.fail(uploadLicence, { kind: 'offline' })
    const { $errors, $photo, sendLicence } = await arriveAndChoose()
    await waitForTask(sendLicence())
    expect($errors.get()).toEqual({ licence_photo: uploadsText.licenceUploadFailed(uploadsText.networkUnreachable) })
    expect($photo.get()?.name).toBe('licence.jpg')
    expect(await shownToasts()).toEqual([])
  })
  test('shows the reason of the server in the form', async () => {
    server.fail(replaceLicence, serverError)
    const { $formError, $licence, sendLicence } = await arriveAndChoose()
    await waitForTask(sendLicence())
    await settled()
    expect([$formError.get(), $licence.get()?.is_license_waiting]).toEqual(['Internal server error', false])
  })
})

// @vitest-environment jsdom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addRiderNote, decideLicence, getRiderFile, listLicences, setSuspension } from '#contract/review/review.ts'
import { listRiders, type RiderForAdmin, updateRiderPhoto } from '#contract/riders/admin-riders.ts'
import { getLicence } from '#contract/uploads/uploads.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as reviewText from '#messages/admin/review.ts'
import * as ridersText from '#messages/admin/riders.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { asha, loadedRows, openTab, picture, riderFile, waitingLicence } from '#tests/stores/admin/page.ts'
import {
  advanceTime,
  mountStores,
  openPage,
  server,
  setUpBrowserTab,
  shownToasts,
  waitForTask,
  waitUntil
} from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

async function openRiders() {
  const { lists } = await openTab('users')
  server.answer(updateRiderPhoto, asha)
  const store = await import('#stores/admin/riders/riders.ts')
  mountStores(store.$uploadingPhotoIds)
  const [first] = loadedRows(lists.riders)
  return { ...store, first, other: { ...first, id: '6' } }
}

describe("'Update Photo'", () => {
  test('sends the image as a form, shows a message and reloads the riders', async () => {
    const { first, uploadPhoto } = await openRiders()
    await waitForTask(uploadPhoto(first, picture('asha.jpg', 'image/jpeg')))
    expect(server.requestsTo(updateRiderPhoto)).toMatchObject([
      { body: { image: 'asha.jpg' }, path: '/api/admin/users/5/profile-image' }
    ])
    expect([await shownToasts(), server.requestCount(listRiders)]).toEqual([[ridersText.list.updated], 2])
  })

  test('is busy only for that rider while the photo uploads', async () => {
    const { $uploadingPhotoIds, first, other, uploadPhoto } = await openRiders()
    server.fail(updateRiderPhoto, { kind: 'slow' }, 2)
    server.fail(listRiders, { kind: 'hangs' })
    const updates = [first, first, other].map(rider => uploadPhoto(rider, picture()))
    await waitUntil(() => server.requestCount(updateRiderPhoto) === 2)
    expect($uploadingPhotoIds.get()).toEqual(['5', '6'])
    server.release()
    await waitUntil(() => $uploadingPhotoIds.get().length === 0)
    server.clearFaults()
    await waitForTask(Promise.all(updates))
    expect(server.requestsTo(updateRiderPhoto).map(({ path }) => path.split('/').at(-2))).toEqual(['5', '6'])
  })
})

describe('a licence photo', () => {
  beforeEach(async () => {
    let made = 0
    // jsdom does not implement these.
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => `blob:${++made}`, revokeObjectURL: vi.fn() }))
  })

  const ID = '0123456789abcdef0123456789abcdef'

  const asha = { id: '5', license_photo_url: `/api/admin/licenses/${ID}`, name: 'Asha Rao' } as RiderForAdmin

  const ravi = { ...asha, id: '6', name: 'Ravi Nair' }

  async function openLicences() {
    openPage('/admin?tab=users', 'admin')
    server.answer(getLicence, 'a photo', { 'content-type': 'image/png' })
    const { licenceDialog } = await import('#stores/admin/riders/riders.ts')
    mountStores(licenceDialog.$row, licenceDialog.$photo)
    return licenceDialog
  }

  const photo = (number: number) => ({ file: 'licence.png', url: `blob:${number}` })

  test('is fetched with the token, shown from memory, and released a minute after it is closed', async () => {
    const { $photo, $row, close, open } = await openLicences()
    await waitForTask(open(asha))
    expect(server.requestsTo(getLicence)).toMatchObject([{ path: `/api/admin/licenses/${ID}`, query: {} }])
    expect([$row.get(), $photo.get()]).toEqual([asha, photo(1)])
    close()
    expect([$row.get(), $photo.get()]).toEqual([null, 'loading'])
    // A download of the photo may not have begun yet.
    await advanceTime(MINUTE_MS - 200)
    expect(URL.revokeObjectURL).not.toHaveBeenCalled()
    await advanceTime(200)
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:1')
  })

  test('that was deleted shows another error than one that failed to load', async () => {
    const { $photo, open } = await openLicences()
    server.fail(getLicence, refusalFault('not_found', apiErrorsText.notFound), 1)
    await waitForTask(open(asha))
    expect($photo.get()).toBe('missing')
    server.fail(getLicence, { kind: 'plain' }, 1)
    await waitForTask(open(asha))
    expect($photo.get()).toBe('failed')
    await waitForTask(open(asha))
    expect([$photo.get(), await shownToasts()]).toEqual([photo(1), []])
  })

  test('is not shown when it loads after it was closed or another was opened', async () => {
    const { $photo, $row, close, open } = await openLicences()
    server.fail(getLicence, { kind: 'slow' }, 2)
    const first = open(asha)
    const second = open(ravi)
    await waitUntil(() => server.requestCount(getLicence) === 2)
    close()
    server.release()
    await waitForTask(Promise.all([first, second]))
    expect([$row.get(), $photo.get()]).toEqual([null, 'loading'])
  })
})

describe("the riders' files", () => {
  beforeEach(() => {
    // jsdom does not implement these.
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: vi.fn() }))
  })

  const ravi = { ...waitingLicence, id: '6', name: 'Ravi Nair' }

  const approved = {
    ...riderFile,
    is_license_waiting: false,
    license_expires_on: '2031-03-12',
    license_status: 'approved' as const,
    revision: 4
  }

  async function openFile({ isQueued = false } = {}) {
    const { lists } = await openTab('licences')
    server.answer(listLicences, [waitingLicence, ravi])
    await waitForTask(lists.licences.load())
    server.answer(getRiderFile, riderFile)
    server.answer(getLicence, 'a photo', { 'content-type': 'image/png' })
    server.answer(decideLicence, approved)
    const store = await import('#stores/admin/riders/rider-file.ts')
    const { licenceDialog } = await import('#stores/admin/riders/riders.ts')
    const { approval, noteForm } = store
    mountStores(store.$riderFile, approval.$row, approval.fields.$fields, noteForm.$fields, licenceDialog.$photo)
    await waitForTask(store.openRider(waitingLicence, isQueued))
    return { ...store, licenceDialog }
  }

  const bodiesTo = (endpoint: Parameters<typeof server.requestsTo>[0]) =>
    server.requestsTo(endpoint).map(({ body }) => body)

  describe('the file of a rider', () => {
    test('shows the photo at once only while the licence waits, because each view is logged', async () => {
      const { approval, closeRider, openRider, viewLicence } = await openFile()
      expect([approval.$row.get(), server.requestCount(getLicence)]).toEqual([riderFile, 1])
      closeRider()
      server.answer(getRiderFile, approved)
      await waitForTask(openRider(waitingLicence))
      expect([approval.$row.get(), server.requestCount(getLicence)]).toEqual([null, 1])
      viewLicence()
      await waitForTask(null)
      expect([approval.$row.get(), server.requestCount(getLicence)]).toEqual([approved, 2])
    })

    test('says before an approval what it cancels, and sends that amount', async () => {
      const { $riderFile, approval, approvalUntil, stoppedBy } = await openFile()
      expect(stoppedBy(riderFile, approvalUntil(''))).toEqual({ count: 0, elsewhere: 0, refund: 0 })
      expect(stoppedBy(riderFile, approvalUntil('2026-07-02'))).toEqual({ count: 0, elsewhere: 0, refund: 0 })
      expect(stoppedBy(riderFile, approvalUntil('2026-07-01'))).toEqual({ count: 1, elsewhere: 0, refund: 500 })
      approval.fields.setField('expires_on', '2026-07-01')
      server.answer(getRiderFile, approved)
      await waitForTask(approval.confirm())
      const body = { decision: 'approve', expires_on: '2026-07-01', refund: 500, revision: 3 }
      expect([bodiesTo(decideLicence), $riderFile.get()]).toEqual([[body], approved])
      expect(await shownToasts()).toEqual([reviewText.decided.approve])
    })

    test('of which another admin has decided loads again, and keeps the typed day', async () => {
      const { $openRider, $riderFile, approval } = await openFile({ isQueued: true })
      approval.fields.setField('expires_on', '2031-03-12')
      server.fail(decideLicence, refusalFault('rider_changed', reviewText.riderChanged), 1)
      server.answer(getRiderFile, { ...riderFile, revision: 8 })
      await waitForTask(approval.confirm())
      expect([approval.$refusal.get(), approval.fields.$fields.get().expires_on]).toEqual([
        reviewText.riderChanged,
        '2031-03-12'
      ])
      expect([$openRider.get()?.id, $riderFile.get()]).toMatchObject([riderFile.id, { revision: 8 }])
      // The photo is the same.
      expect(server.requestCount(getLicence)).toBe(1)
      await waitForTask(approval.confirm())
      expect(bodiesTo(decideLicence)).toMatchObject([{ revision: 3 }, { revision: 8 }])
    })

    test('says at the field that a licence has ended', async () => {
      const { approval } = await openFile()
      approval.fields.setField('expires_on', '2020-03-12')
      await waitForTask(approval.confirm())
      expect([approval.fields.$errors.get(), server.requestCount(decideLicence)]).toEqual([
        { expires_on: reviewText.licenceEnded },
        0
      ])
    })

    test('asks for the reason of a rejection, and shows a changed amount in the dialog', async () => {
      const { rejectDialog } = await openFile()
      mountStores(rejectDialog.$row, rejectDialog.fields.$fields)
      rejectDialog.open(riderFile)
      await waitForTask(rejectDialog.confirm())
      expect([rejectDialog.fields.$errors.get(), server.requestCount(decideLicence)]).toEqual([
        { reason: reviewText.reasonMissing },
        0
      ])
      rejectDialog.fields.setField('reason', 'expired')
      server.fail(decideLicence, refusalFault('amount_changed', refundsText.amountChanged), 1)
      server.answer(getRiderFile, { ...riderFile, rides: [] })
      await waitForTask(rejectDialog.confirm())
      expect([rejectDialog.$refusal.get(), rejectDialog.fields.$fields.get().reason]).toEqual([
        refundsText.amountChanged,
        'expired'
      ])
      await waitForTask(rejectDialog.confirm())
      expect(bodiesTo(decideLicence)).toMatchObject([{ reason: 'expired', refund: 500 }, { refund: 0 }])
      expect(rejectDialog.$row.get()).toBeNull()
    })
  })

  describe('the licences to review', () => {
    test('open the next rider after each decision, and close after the last', async () => {
      const { $openRider, $riderFile, approval, licenceDialog, rejectDialog } = await openFile({ isQueued: true })
      const raviFile = { ...riderFile, id: '6', license_photo_url: `/api/admin/licenses/${'6'.repeat(32)}` }
      server.answer(getRiderFile, raviFile)
      approval.fields.setField('expires_on', '2031-03-12')
      await waitForTask(approval.confirm())
      // Its list has not reloaded: the decided rider is still in it.
      expect([$openRider.get()?.name, $riderFile.get()]).toEqual([ravi.name, raviFile])
      expect([approval.$row.get(), approval.fields.$fields.get().expires_on]).toEqual([raviFile, ''])
      expect(licenceDialog.$row.get()?.id).toBe('6')
      mountStores(rejectDialog.$row, rejectDialog.fields.$fields)
      rejectDialog.open(raviFile)
      rejectDialog.fields.setField('reason', 'unreadable')
      server.answer(decideLicence, { ...raviFile, is_license_waiting: false, license_status: 'rejected' })
      await waitForTask(rejectDialog.confirm())
      expect([$openRider.get(), licenceDialog.$row.get()]).toEqual([null, null])
    })
  })

  describe('a note', () => {
    test('that is missing is no error in the file of the next rider', async () => {
      const { addNote, noteForm, openRider } = await openFile()
      await waitForTask(addNote())
      expect(noteForm.$errors.get()).toEqual({ text: reviewText.noteMissing })
      await waitForTask(openRider(ravi))
      expect(noteForm.$errors.get()).toEqual({})
    })

    test('is saved once also if the first answer is lost, and its text stays until then', async () => {
      const { addNote, noteForm } = await openFile()
      await waitForTask(addNote())
      expect(noteForm.$errors.get()).toEqual({ text: reviewText.noteMissing })
      noteForm.setField('text', ' Has a spare helmet ')
      server.fail(addRiderNote, { kind: 'offline' }, 1)
      await waitForTask(addNote())
      expect(noteForm.$fields.get().text).toBe(' Has a spare helmet ')
      server.answer(addRiderNote, { admin_name: null, created_at: '', id: 'a'.repeat(32), kind: 'note', text: '' })
      await waitForTask(addNote())
      const [first, second] = bodiesTo(addRiderNote)
      expect(first).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/), kind: 'note', text: 'Has a spare helmet' })
      expect([second, noteForm.$fields.get().text]).toEqual([first, ''])
    })

    test('with the present number says that the rider was reached', async () => {
      const { $riderFile, isReached, noteReached } = await openFile()
      const note = { admin_name: null, created_at: '', id: 'a', kind: 'phone' as const, text: riderFile.phone }
      server.answer(addRiderNote, note)
      server.answer(getRiderFile, { ...riderFile, notes: [note] })
      expect(isReached(riderFile)).toBe(false)
      await waitForTask(noteReached(riderFile))
      expect(bodiesTo(addRiderNote)).toMatchObject([{ kind: 'phone', text: riderFile.phone }])
      const file = $riderFile.get()
      expect(typeof file === 'object' && isReached(file)).toBe(true)
      expect(isReached({ ...riderFile, notes: [note], phone: '1' })).toBe(false)
    })
  })

  test('a suspension names its reason and the refund of every ride, and is lifted with one press', async () => {
    const { liftSuspension, suspendDialog } = await openFile()
    mountStores(suspendDialog.$row, suspendDialog.fields.$fields)
    server.answer(setSuspension, { ...riderFile, is_suspended: true })
    suspendDialog.open(riderFile)
    suspendDialog.fields.setField('reason', 'Rode without a helmet')
    await waitForTask(suspendDialog.confirm())
    await waitForTask(liftSuspension(riderFile))
    expect(bodiesTo(setSuspension)).toEqual([
      { is_suspended: true, reason: 'Rode without a helmet', refund: 500 },
      { is_suspended: false }
    ])
  })
})

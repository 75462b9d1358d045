// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addRiderNote, decideLicence, getRiderFile, listLicences, setSuspension } from '#contract/review/review.ts'
import { getLicence } from '#contract/uploads/uploads.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as reviewText from '#messages/admin/review.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { openTab, riderFile, waitingLicence } from '#tests/stores/admin/page.ts'
import { mountStores, server, setUpBrowserTab, shownToasts, waitForTask } from '#tests/stores/browser-tab.ts'

setUpBrowserTab()
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

// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { getWayOut, returnRide } from '#contract/bookings/manage-ride.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { reportProblem } from '#contract/problems/report-problem.ts'
import { uploadReturnPhoto } from '#contract/uploads/uploads.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as troubleText from '#messages/my-bookings/trouble.ts'
import * as problemsText from '#messages/problems.ts'
import { SIGNATURES } from '#tests/helpers/data/photos.ts'
import { delayed, errorFault, type Fault, refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { setUpRiderPage } from '#tests/stores/booking/page.ts'
import { advanceTime, fillStorage, server, shownToasts } from '#tests/stores/browser-tab.ts'
import { booking, NOW } from './bookings.ts'
import { openWithDialogs } from './page.ts'

// A rider reports what is wrong with a scooter, mostly where there is no network.

const riding = booking('b1', '2026-06-15T14:00:00Z', '2026-06-15T17:00:00Z', { amount: 140, otp_pin: '482915' })
const FIRST = `${'a'.repeat(24)}4f2a91bc`

setUpRiderPage({ now: NOW.toISOString(), path: '/my-bookings' })
beforeEach(() => {
  localStorage.removeItem('pendingProblems')
  server.answer(listMyBookings, [riding])
  server.answerTo(reportProblem, ({ body }) => ({ body: { id: (body as { id: string }).id } }))
  server.answer(uploadReturnPhoto, { id: 'photo-1' })
  server.answer(returnRide, { end_time: '2026-06-15T14:20:00Z', refund: 0 })
  server.answer(getWayOut, { cause: 'reported', is_full: true, refund: null, scooters: [] })
})

/** The dialog is open in My Bookings. */
async function opened() {
  const page = await openWithDialogs(async () => ({
    ...(await import('#stores/my-bookings/trouble.ts')),
    ...(await import('#stores/my-bookings/pending-problems.ts')),
    ...(await import('#stores/my-bookings/manage-ride/pending-return.ts')),
    ...(await import('#stores/app/send-pending.ts'))
  }))
  page.$managedBooking.set(page.booking)
  page.openProblemDialog()
  return page
}

async function finish(task: Promise<unknown>) {
  await advanceTime(1000)
  await task
}

const requests = () => server.requestsTo(reportProblem).map(({ body }) => body as { id: string })
const stored = () => JSON.parse(localStorage.getItem('pendingProblems') ?? '[]') as { body: { id: string } }[]
const photo = () => new File([SIGNATURES.jpeg], 'scratch.jpg', { type: 'image/jpeg' })

/** The rider has pressed 'Report', and no answer came. */
async function kept(words = '') {
  const page = await opened()
  server.fail(reportProblem, { kind: 'offline' })
  page.chooseKind('wont_start')
  page.setWords(words)
  await finish(page.report())
  return page
}

describe('a report', () => {
  test('is sent with what the rider says, and its photo, and is not kept', async () => {
    const page = await opened()
    expect([page.$managedBooking.get(), page.$bookingWithProblem.get()]).toEqual([null, page.booking])
    page.chooseKind('damaged')
    page.answerRideable(true)
    page.$words.set(' left mirror ')
    await page.problemPhoto.choose(photo())
    await finish(page.report())
    const [sent] = requests()
    expect(requests()).toEqual([
      {
        id: expect.stringMatching(/^[\da-f]{32}$/),
        is_rideable: true,
        kind: 'damaged',
        photo_id: 'photo-1',
        pressed_at: expect.stringMatching(/^2026-06-15T14:1/),
        words: 'left mirror'
      }
    ])
    expect([page.$report.get(), stored()]).toEqual([{ id: sent?.id, isRideable: true }, []])
    expect(page.$sentReports.get()).toEqual({ [sent?.id ?? '']: sent?.id })
  })

  test('of damage first asks whether the scooter can be ridden', async () => {
    const page = await opened()
    page.chooseKind('damaged')
    await finish(page.report())
    expect([page.$rideableError.get(), requests(), stored()]).toEqual([problemsText.canYouRide, [], []])
    page.answerRideable(false)
    expect(page.$rideableError.get()).toBeNull()
    await finish(page.report())
    expect(page.$report.get()).toMatchObject({ isRideable: false })
  })

  test('that another one has made before has the number of that one', async () => {
    server.answer(reportProblem, { id: FIRST })
    const page = await opened()
    page.chooseKind('pin')
    await finish(page.report())
    expect(page.$sentReports.get()[page.$report.get()?.id ?? '']).toBe(FIRST)
  })

  test('that the server refuses leaves the form open, says why, and is not kept', async () => {
    const page = await opened()
    server.fail(reportProblem, refusalFault('ride_over', problemsText.rideOver))
    page.chooseKind('pin')
    await finish(page.report())
    expect([page.$report.get(), stored(), await shownToasts()]).toEqual([null, [], [problemsText.rideOver]])
  })

  test('goes without a photo that the server no longer has', async () => {
    const page = await opened()
    server.answerTo(reportProblem, ({ body }) => {
      const { id, photo_id } = body as { id: string; photo_id: string | null }
      const detail = [{ loc: ['body', 'photo_id'], msg: bookingText.photoNotFound, type: 'value_error' }]
      return photo_id ? { body: { code: 'invalid_input', detail }, kind: 'answers', status: 422 } : { body: { id } }
    })
    page.chooseKind('not_here')
    await page.problemPhoto.choose(photo())
    await finish(page.report())
    expect(requests()).toMatchObject([{ photo_id: 'photo-1' }, { photo_id: null }])
    expect(page.$report.get()).not.toBeNull()
  })
})

describe('a report without a network', () => {
  test('is kept on the phone, shown again, and sent once', async () => {
    const page = await kept()
    const id = page.$report.get()?.id
    expect([page.$sentReports.get(), stored()]).toMatchObject([{}, [{ body: { id } }]])
    page.closeProblemDialog()
    page.$managedBooking.set(page.booking)
    page.openProblemDialog()
    expect(page.$report.get()).toEqual({ id, isRideable: false })
    server.clearFaults()
    const before = requests().length
    await finish(Promise.all([page.sendPendingProblems(), page.sendPendingProblems()]))
    await finish(page.sendPendingProblems())
    expect(requests().slice(before)).toMatchObject([{ id }])
    expect([stored(), page.$sentReports.get()]).toEqual([[], { [id ?? '']: id }])
    expect(await shownToasts()).toEqual([troubleText.reportNoted(id ?? '')])
  })

  test.each<[string, Fault]>([
    ['a lost network', { kind: 'offline' }],
    ['a server that cannot answer', errorFault('The bucket is away', 503)],
    ['an ended session', errorFault('Not authenticated', 401)]
  ])('is kept without a photo that does not get through, because of %s', async (_, fault) => {
    const page = await opened()
    server.fail(uploadReturnPhoto, fault)
    server.fail(reportProblem, fault)
    page.chooseKind('not_here')
    await page.problemPhoto.choose(photo())
    await finish(page.report())
    expect(stored()).toMatchObject([{ body: { photo_id: null } }])
    expect(await shownToasts()).toContain(troubleText.photoNotKept)
  })

  test.each([
    ['the server cannot answer', errorFault('The database is away', 503)],
    ['its rider has sent too many', refusalFault('too_many_requests', 'Please wait')],
    ['its ride is changing', refusalFault('ride_changed', bookingText.rideChanged)]
  ])('waits while %s', async (_, fault) => {
    const page = await kept()
    server.fail(reportProblem, fault)
    await finish(page.sendPendingProblems())
    expect([stored().length, await shownToasts()]).toEqual([1, []])
  })

  test('waits for its own account', async () => {
    const page = await kept()
    server.clearFaults()
    const [waiting] = stored()
    localStorage.setItem('pendingProblems', JSON.stringify([{ ...waiting, account: 'somebody else' }]))
    const before = requests().length
    await finish(page.sendPendingProblems())
    expect([requests().length, stored().length]).toEqual([before, 1])
  })

  test('that is refused keeps its words, with the reason, until its rider has read it, and is not sent again', async () => {
    const page = await kept('the left mirror is loose')
    server.fail(reportProblem, refusalFault('ride_over', problemsText.rideOver))
    await finish(page.sendPendingProblems())
    const shown = { body: { words: 'the left mirror is loose' }, refused: problemsText.rideOver, scooter: 'Ather' }
    expect([page.$refusedReports.get(), await shownToasts()]).toMatchObject([[shown], [problemsText.rideOver]])
    const before = requests().length
    await finish(page.sendPendingProblems())
    page.$refusedReports.set([])
    page.showRefusedReports()
    expect([requests().length, page.$refusedReports.get()]).toMatchObject([before, [shown]])
    page.dismissRefusedReport(page.$refusedReports.get()[0]?.body.id ?? '')
    expect([page.$refusedReports.get(), stored()]).toEqual([[], []])
  })

  test('goes before a return, which ends what can be reported', async () => {
    const page = await kept()
    page.keepPendingReturn({ id: page.booking.id, photo_id: null, pressed_at: NOW.toISOString() })
    server.clearFaults()
    server.answerTo(reportProblem, ({ body }) => delayed(2000, { body: { id: (body as { id: string }).id } }))
    const sending = Promise.all([page.sendPending(), page.sendPending()])
    await advanceTime(1000)
    expect(server.requestCount(returnRide)).toBe(0)
    await advanceTime(2000)
    expect(await sending).toEqual([true, true])
    expect([requests().length, server.requestCount(returnRide), stored()]).toEqual([2, 1, []])
  })

  test('is not called kept on a phone whose storage is full, and stays in the form', async () => {
    const page = await opened()
    server.fail(reportProblem, { kind: 'offline' })
    fillStorage()
    page.chooseKind('wont_start')
    page.setWords('dead')
    await finish(page.report())
    expect([page.$report.get(), page.$words.get(), page.$bookingWithProblem.get()]).toEqual([
      null,
      'dead',
      page.booking
    ])
    expect(await shownToasts()).toEqual([manageRideText.notKept])
    server.clearFaults()
    await finish(page.report())
    expect(page.$report.get()).not.toBeNull()
  })

  test('is read alone: another one that cannot be read neither hides nor overwrites it', async () => {
    const page = await kept()
    const [readable] = stored()
    localStorage.setItem('pendingProblems', JSON.stringify([{ body: 'of a later version' }, readable]))
    expect(page.pendingProblems()).toMatchObject([{ body: { id: readable?.body.id } }])
    page.chooseKind('pin')
    await finish(page.report())
    expect(page.pendingProblems().map(({ body }) => body.kind)).toEqual(['wont_start', 'pin'])
  })
})

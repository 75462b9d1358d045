// @vitest-environment jsdom
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { returnRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { changePin, type PinChange } from '#contract/catalogue/admin-scooters.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { updateProblem } from '#contract/problems/problems.ts'
import { getToday } from '#contract/staff/today.ts'
import { screenPath } from '#domain/admin/screens.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as adminProblemsText from '#messages/admin/admin-problems.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as roundText from '#messages/admin/round.ts'
import { stubLocks } from '#tests/helpers/browser/locks.ts'
import { errorFault, type Fault, refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { booking, day, openTab, pinChange, problem } from '#tests/stores/admin/page.ts'
import {
  fillStorage,
  leavePage,
  mountStores,
  openPage,
  saveOnDevice,
  server,
  setUpBrowserTab,
  shownToasts,
  tokenOf,
  visitedUrls,
  waitForTask
} from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

const PRESSED_AT = expect.stringMatching(/^2026-06-15T09:1/)
const DAY = { ...day, pin_changes: [{ ...pinChange, in_use_phone: '+91 98450 33445' }], problems: [problem] }
const { new_pin: PIN, scooter_name: SCOOTER } = pinChange
const CALLS = { changed: changePin, fixed: updateProblem, returned: returnRideAsAdmin }

/** Today of a caretaker, with a PIN to change, a problem and a ride. */
async function openToday() {
  await openTab('today', { role: 'caretaker' })
  server.answer(getToday, DAY)
  server.answer(changePin, { message: '' })
  server.answer(updateProblem, { ...problem, state: 'fixed' })
  server.answer(returnRideAsAdmin, booking)
  const page = {
    ...(await import('#stores/admin/staff/today.ts')),
    ...(await import('#stores/admin/staff/presses.ts')),
    ...(await import('#stores/admin/staff/round.ts')),
    ...(await import('#stores/admin/staff/today-dialogs.ts')),
    ...(await import('#stores/admin/catalogue/pin-changes.ts')),
    ...(await import('#stores/admin/problems/problems.ts'))
  }
  mountStores(page.$today, page.today.$isRefreshing, page.$presses, page.$withoutNetwork)
  mountStores(page.returnedDialog.$row, page.fixedDialog.$row, page.returnedDialog.fields.$fields)
  await waitForTask(page.today.load())
  const shown = page.$today.get()
  if (typeof shown === 'string') throw new Error(`Today is '${shown}'`)
  return { ...page, shown }
}

type Page = Awaited<ReturnType<typeof openToday>>

const press = {
  changed: ({ confirmPinChange, shown }: Page) => confirmPinChange(shown.pin_changes[0] as PinChange),
  fixed: ({ fixedDialog, openFixed, shown }: Page) => {
    openFixed(shown.problems[0] as typeof problem)
    return fixedDialog.confirm()
  },
  returned: ({ returnedDialog, shown }: Page) => {
    returnedDialog.open(shown.rides[0] as (typeof shown)['rides'][number])
    return returnedDialog.confirm()
  }
}
type Kind = keyof typeof press
const KINDS = Object.keys(press) as Kind[]

const setOnline = (isOnline: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)

/** Presses each button without a network. */
async function pressOffline(page: Page, kinds: readonly Kind[] = KINDS): Promise<void> {
  setOnline(false)
  for (const kind of kinds) await waitForTask(press[kind](page))
}

async function goOnline(): Promise<void> {
  setOnline(true)
  dispatchEvent(new Event('online'))
  await waitForTask(null)
}

const bodies = (endpoint: Endpoint) => server.requestsTo(endpoint).map(({ body }) => body)
const stored = () => JSON.parse(localStorage.getItem('pendingRound') ?? '[]') as Record<string, unknown>[]
const kindsOf = (kept: readonly Record<string, unknown>[]) => kept.map(({ kind }) => kind)
const copy = () => localStorage.getItem('savedToday') ?? ''

async function pressOk(sentence: string): Promise<void> {
  const { $toasts } = await import('#stores/app/toasts.ts')
  const shown = $toasts.get().find(toast => toast.sentence === sentence)
  if (!shown?.action) throw new Error(`no '${sentence}' with a button`)
  shown.action.onPress()
}

/** Another page of this device, with the session of this account. */
async function openElsewhere(account: string | null, type: 'admin' | 'user' = 'admin') {
  leavePage()
  openPage(type === 'admin' ? '/admin/auth' : '/', null)
  if (account) saveOnDevice(type, tokenOf(account))
  else localStorage.removeItem('token')
  const { sendPending, warnOfUnsentPins } = await import('#stores/app/send-pending.ts')
  await waitForTask(sendPending())
  return { sendPending, warnOfUnsentPins }
}

describe('three presses without a network', () => {
  test('are kept without a call, and each dialog closes', async () => {
    const page = await openToday()
    const before = server.requestedPaths()
    await pressOffline(page)
    expect(server.requestedPaths()).toEqual(before)
    expect(page.$presses.get().map(({ id, kind }) => [kind, id])).toEqual([
      ['changed', '7'],
      ['fixed', problem.id],
      ['returned', '9']
    ])
    expect([page.fixedDialog.$row.get(), page.returnedDialog.$row.get()]).toEqual([null, null])
    expect(new Set(await shownToasts())).toEqual(new Set([roundText.saved]))
  })

  test('are sent once, in their order and with their times, when the network is back; then Today loads', async () => {
    const page = await openToday()
    const loads = server.requestCount(getToday)
    await pressOffline(page)
    await goOnline()
    expect(bodies(changePin)).toEqual([{ new_pin: PIN, pressed_at: PRESSED_AT }])
    expect(bodies(updateProblem)).toEqual([{ pressed_at: PRESSED_AT, state: 'fixed' }])
    expect(bodies(returnRideAsAdmin)).toEqual([
      { pressed_at: PRESSED_AT, reason: 'Seen at its place', scooter_id: '7' }
    ])
    expect([page.$presses.get(), localStorage.getItem('pendingRound')]).toEqual([[], null])
    expect(await shownToasts()).toEqual(
      expect.arrayContaining([
        pinChangesText.changed(SCOOTER),
        adminProblemsText.problemSaved(SCOOTER, 'fixed'),
        ridesText.returning.done
      ])
    )
    expect(server.requestCount(getToday)).toBeGreaterThan(loads)
    const paths = server.requestedPaths()
    expect(paths.findLastIndex(path => path.includes('return'))).toBeLessThan(paths.lastIndexOf('/api/admin/today'))
    await goOnline()
    expect(KINDS.map(kind => bodies(CALLS[kind]).length)).toEqual([1, 1, 1])
  })

  test('are not sent once they are taken back, and the PIN is to set again, also after a reload', async () => {
    const page = await openToday()
    await pressOffline(page)
    expect(copy()).not.toContain(PIN)
    expect(page.readCopy()?.day.pin_changes).toMatchObject([{ new_pin: PIN, otp_pin: pinChange.otp_pin }])
    for (const pressed of page.$presses.get()) page.takeBack(pressed)
    expect([page.$presses.get(), stored()]).toEqual([[], []])
    expect(copy()).toContain(PIN)
    await goOnline()
    expect(KINDS.flatMap(kind => bodies(CALLS[kind]))).toEqual([])
  })

  test('by an earlier press say that the scooter stays in maintenance: the device keeps no status', async () => {
    const page = await openToday()
    setOnline(false)
    page.openFixed({ ...problem, scooter_status: 'Maintenance' })
    await waitForTask(page.fixedDialog.confirm())
    expect(await shownToasts()).toContain(roundText.staysInMaintenance(SCOOTER))
    await goOnline()
    expect(bodies(updateProblem)).toEqual([{ pressed_at: PRESSED_AT, state: 'fixed' }])
  })
})

describe('a press that the server cannot decide about', () => {
  const FAULTS: readonly [string, Fault][] = [
    ['without an answer', { kind: 'offline' }],
    ['after a 429', errorFault('Slow down', 429)],
    ['after a 500', errorFault('Internal server error', 500)],
    ['behind the page of a Wi-Fi', { kind: 'html' }],
    ['after a 401', errorFault('Sign in', 401)]
  ]

  test.each(KINDS.flatMap(kind => FAULTS.map(([name, fault]) => [kind, name, fault] as const)))(
    'is kept: %s %s',
    async (kind, _, fault) => {
      const page = await openToday()
      server.fail(CALLS[kind], fault)
      await waitForTask(press[kind](page))
      expect(stored()).toMatchObject([{ account: 'admin-token', kind }])
    }
  )

  test.each(FAULTS)('is kept again when it is sent %s', async (_, fault) => {
    const page = await openToday()
    await pressOffline(page, ['changed'])
    const [before] = stored()
    server.fail(changePin, fault)
    await goOnline()
    expect([bodies(changePin).length > 0, stored()]).toEqual([true, [before]])
  })

  test('is refused as ever if the storage of the device is full', async () => {
    const page = await openToday()
    server.fail(changePin, { kind: 'offline' })
    fillStorage()
    await waitForTask(press.changed(page))
    expect([stored(), page.$presses.get()]).toEqual([[], []])
    expect(await shownToasts()).toContain(pinChangesText.changeFailed)
  })

  test('but is refused at once is not kept', async () => {
    const page = await openToday()
    server.fail(returnRideAsAdmin, refusalFault('ride_not_under_way', adminBookingsText.rideNotUnderWay))
    await waitForTask(press.returned(page))
    expect(stored()).toEqual([])
  })
})

describe('a conflict', () => {
  test('of a return or a problem is told with the name of its scooter, and dropped; the others are sent', async () => {
    const page = await openToday()
    await pressOffline(page)
    server.fail(returnRideAsAdmin, refusalFault('return_outdated', adminBookingsText.returnOutdated))
    server.fail(updateProblem, refusalFault('problem_not_found', 'Problem not found'))
    await goOnline()
    expect(await shownToasts()).toEqual(
      expect.arrayContaining([
        roundText.refused(SCOOTER, adminBookingsText.returnOutdated),
        roundText.refused(SCOOTER, 'Problem not found')
      ])
    )
    expect([stored(), bodies(changePin).length]).toEqual([[], 1])
  })

  test('of a PIN says which PIN the lock has, on each page until OK; then the PIN is gone from the device', async () => {
    const page = await openToday()
    await pressOffline(page, ['changed'])
    server.fail(changePin, refusalFault('pin_change_outdated', pinChangesText.pinChangeOutdated))
    await goOnline()
    const sentence = roundText.pinOutdated(SCOOTER, PIN)
    expect((await shownToasts()).filter(shown => shown === sentence)).toHaveLength(1)
    expect([page.$presses.get(), bodies(changePin).length]).toEqual([[], 1])
    await openToday()
    const { sendPending } = await import('#stores/app/send-pending.ts')
    await waitForTask(sendPending())
    await waitForTask(sendPending())
    expect((await shownToasts()).filter(shown => shown === sentence)).toHaveLength(1)
    await pressOk(sentence)
    expect(JSON.stringify({ ...localStorage }).includes(`"is_outdated":true`)).toBe(false)
    expect(stored()).toEqual([])
  })
})

describe('sending', () => {
  test('from two tabs at once sends each once', async () => {
    stubLocks()
    const page = await openToday()
    await pressOffline(page)
    setOnline(true)
    const one = await import('#stores/admin/staff/send-round.ts')
    vi.resetModules()
    const other = await import('#stores/admin/staff/send-round.ts')
    expect(other.sendRound).not.toBe(one.sendRound)
    await waitForTask(Promise.all([one.sendRound(), other.sendRound()]))
    expect(KINDS.map(kind => bodies(CALLS[kind]).length)).toEqual([1, 1, 1])
  })

  test('by a phone that stopped before its note sends again, and the repeat counts as done', async () => {
    const page = await openToday()
    await pressOffline(page, ['changed'])
    const killed = localStorage.getItem('pendingRound') ?? ''
    await goOnline()
    expect(stored()).toEqual([])
    localStorage.setItem('pendingRound', killed)
    await goOnline()
    expect(bodies(changePin)).toHaveLength(2)
    expect(stored()).toEqual([])
  })

  test('leaves out what was taken back meanwhile', async () => {
    const page = await openToday()
    await pressOffline(page)
    setOnline(true)
    server.answerTo(changePin, () => {
      page.takeBack({ id: problem.id, kind: 'fixed' })
      return { body: { message: '' } }
    })
    await goOnline()
    expect([bodies(updateProblem), bodies(returnRideAsAdmin).length, stored()]).toEqual([[], 1, []])
  })
})

describe('a sign-out', () => {
  test('takes the copy from the device, keeps the presses, and the same account sends them later', async () => {
    const page = await openToday()
    await pressOffline(page)
    const { endSession } = await import('#stores/session/session.ts')
    await waitForTask(endSession())
    expect([copy(), kindsOf(stored())]).toEqual(['', KINDS])
    await goOnline()
    expect(bodies(changePin)).toEqual([])
    leavePage()
    await openToday()
    expect([KINDS.map(kind => bodies(CALLS[kind]).length), stored()]).toEqual([[1, 1, 1], []])
  })
})

describe('the presses of somebody else', () => {
  const SENTENCE = roundText.tellOwner(SCOOTER, PIN)

  async function leftBehind() {
    const page = await openToday()
    await pressOffline(page)
    setOnline(true)
  }

  test.each(['admin', 'user'] as const)(
    'are not sent by another account (%s), which reads once, until OK, which PIN the lock has',
    async type => {
      await leftBehind()
      await openElsewhere('ravi', type)
      expect(await shownToasts()).toEqual([SENTENCE])
      await openElsewhere('ravi', type)
      expect(await shownToasts()).toEqual([SENTENCE])
      await pressOk(SENTENCE)
      await openElsewhere('ravi', type)
      expect(await shownToasts()).toEqual([])
      expect([KINDS.flatMap(kind => bodies(CALLS[kind])), kindsOf(stored()).sort()]).toEqual([[], KINDS])
      leavePage()
      await openToday()
      expect([KINDS.map(kind => bodies(CALLS[kind]).length), stored()]).toEqual([[1, 1, 1], []])
    }
  )

  test('are told without an account only once a sign-in was refused, which the site has answered', async () => {
    await leftBehind()
    const { warnOfUnsentPins } = await openElsewhere(null)
    expect(await shownToasts()).toEqual([])
    setOnline(false)
    await waitForTask(warnOfUnsentPins(true))
    expect(await shownToasts()).toEqual([])
    setOnline(true)
    await waitForTask(warnOfUnsentPins(true))
    expect(await shownToasts()).toEqual([SENTENCE])
  })
})

test('without a network only what the device keeps can be pressed, as long as Today is on screen', async () => {
  const { $withoutNetwork, $today } = await openToday()
  const { watchRound } = await import('#stores/admin/staff/today.ts')
  const stop = watchRound($today.get(), () => undefined)
  dispatchEvent(new Event('offline'))
  expect($withoutNetwork.get()).toBe(true)
  stop()
  expect($withoutNetwork.get()).toBe(false)
})

test('the address of the page that replaces the offline page is that of Today, so that a reload may wait less', async () => {
  openPage('/admin?view=today&property=2&live', 'admin')
  const replaced = vi.spyOn(history, 'replaceState').mockReturnValue(undefined)
  const { watchRound } = await import('#stores/admin/staff/today.ts')
  watchRound('loading', () => undefined)()
  expect(replaced).toHaveBeenCalledWith(history.state, '', screenPath('today', '2'))
})

describe('the copy of the day', () => {
  const HOURS = 60 * 60_000

  /** The offline page, which stands at the address of Today. */
  async function openShell() {
    leavePage()
    openPage('/admin?view=today', 'admin')
    document.body.innerHTML = '<div data-offline></div>'
    onTestFinished(() => document.body.replaceChildren())
    const shell = {
      ...(await import('#stores/admin/staff/offline-today.ts')),
      ...(await import('#stores/admin/staff/today.ts')),
      ...(await import('#stores/admin/staff/presses.ts'))
    }
    mountStores(shell.$savedAt, shell.$today, shell.today.$isRefreshing)
    await waitForTask(null)
    return shell
  }

  test('has the answer as it is, without phone numbers', async () => {
    server.answer(getToday, DAY)
    await openToday()
    expect(copy()).toContain('Ather')
    expect(copy()).toContain(PIN)
    expect(copy()).not.toContain('98450')
    const { day: kept } = JSON.parse(copy())
    // The question about the PIN still says that its rider has no email.
    const pin_changes = [{ ...pinChange, in_use_phone: '' }]
    expect(kept).toMatchObject({ ...DAY, pin_changes, rides: [{ user_name: 'Asha Rao', user_phone: null }] })
  })

  test('is of today only, and of the account that is signed in', async () => {
    const page = await openToday()
    const before = copy()
    server.answer(getToday, { ...DAY, day: '2026-06-16', pin_changes: [] })
    page.showDay('tomorrow')
    await waitForTask(null)
    expect(copy()).toBe(before)
    saveOnDevice('admin', tokenOf('ravi'))
    expect([page.readCopy(), copy()]).toEqual([null, ''])
  })

  test('stands on the page without a network, where only what is kept can be pressed', async () => {
    await openToday()
    setOnline(false)
    const calls = server.requestCount(getToday)
    const { $savedAt, $today, $withoutNetwork } = await openShell()
    expect($today.get()).toMatchObject({ pin_changes: [{ new_pin: PIN }], rides: [{ id: '9' }] })
    expect([$savedAt.get(), $withoutNetwork.get()]).toEqual([expect.any(Date), true])
    expect([server.requestCount(getToday), visitedUrls]).toEqual([calls, []])
  })

  test('leaves the screen and the device after 12 hours', async () => {
    await openToday()
    setOnline(false)
    const { $savedAt, $today } = await openShell()
    vi.setSystemTime(Date.now() + 12 * HOURS - 60_000)
    const { advanceTime } = await import('#tests/stores/browser-tab.ts')
    await advanceTime(20_000)
    expect([typeof $today.get(), copy() !== '']).toEqual(['object', true])
    await advanceTime(60_000)
    expect([$savedAt.get(), $today.get(), copy()]).toEqual([null, 'failed', ''])
  })

  test('makes way for the page once the site answers, after what was pressed is sent', async () => {
    const page = await openToday()
    await pressOffline(page, ['changed'])
    const shell = await openShell()
    server.answer(changePin, { message: '' })
    expect(shell.$presses.get()).toMatchObject([{ kind: 'changed' }])
    await goOnline()
    expect([bodies(changePin).length, stored(), visitedUrls]).toEqual([1, [], ['/admin?view=today&live']])
  })
})

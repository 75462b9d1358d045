// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Booking, listMyBookings } from '#contract/bookings/my-bookings.ts'
import { OFFLINE_POLL_MS, SAVED_BOOKINGS_FALLBACK_MS } from '#domain/constants.ts'
import { MY_BOOKINGS_NETWORK_ONLY } from '#domain/routes.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import type { InitialMyBookingsData } from '#stores/my-bookings/bookings.ts'
import { delayed, errorFault } from '#tests/helpers/servers/fault-server.ts'
import {
  advanceTime,
  leavePage,
  saveOnDevice,
  server,
  shownToasts,
  tokenOf,
  visitedUrls
} from '#tests/stores/browser-tab.ts'
import { held, NOW, refunded, riding, saturday, tomorrow } from './bookings.ts'
import { arrive, listRequests, setUpMyBookings } from './page.ts'

// The bookings that My Bookings saves on the device for a time without a network.

const KEY = 'savedBookings'

const signedIn = (sub: string) => saveOnDevice('user', tokenOf(sub))

/** Opens My Bookings again, with or without initial data. */
async function open(initialData?: InitialMyBookingsData) {
  leavePage()
  sessionStorage.clear()
  server.forgetRequests()
  const page = await arrive(initialData)
  const { $outdated } = await import('#stores/my-bookings/saved-bookings.ts')
  const session = await import('#stores/session/session.ts')
  const shown = () => {
    const bookings = page.$bookings.get()
    return typeof bookings === 'string' ? bookings : bookings.map(({ id }) => id)
  }
  return { ...page, ...session, $outdated, shown }
}

/** Visits My Bookings, then disconnects the network. */
async function visitedBefore(bookings: Booking[]): Promise<void> {
  server.answer(listMyBookings, bookings)
  await open()
  await advanceTime(2000)
  loseNetwork()
}
function loseNetwork(): void {
  server.fail(listMyBookings, { kind: 'offline' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
}
function findNetwork(bookings: Booking[]): void {
  server.answer(listMyBookings, bookings)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
}

setUpMyBookings()
beforeEach(() => signedIn('asha'))

describe('the saved bookings', () => {
  test('are the paid ones that have not ended, with PIN and property, stored for their account', async () => {
    await visitedBefore([{ ...riding, property_name: 'Palm Grove' }, tomorrow, saturday, held, refunded])
    const saved = JSON.parse(localStorage.getItem(KEY) ?? '') as { account: string; bookings: Booking[] }
    expect(saved.account).toBe('asha')
    expect(saved.bookings.map(({ id }) => id)).toEqual(['riding', 'tomorrow'])
    expect(saved.bookings[0]).toMatchObject({ otp_pin: '482915', property_name: 'Palm Grove' })
  })

  test('are read one by one: one that cannot be read hides no other', async () => {
    await visitedBefore([riding, tomorrow])
    const saved = JSON.parse(localStorage.getItem(KEY) ?? '')
    saved.bookings[0] = { id: 'of a later version' }
    localStorage.setItem(KEY, JSON.stringify(saved))
    const page = await open()
    await advanceTime(1000)
    expect(page.shown()).toEqual(['tomorrow'])
  })

  test('are deleted when no booking is upcoming', async () => {
    await visitedBefore([riding])
    findNetwork([saturday])
    await open()
    await advanceTime(1000)
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  test('are deleted on sign-out', async () => {
    await visitedBefore([riding])
    const { signOut } = await open()
    void signOut()
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  test('are deleted when the backend rejects the token', async () => {
    await visitedBefore([riding])
    server.fail(listMyBookings, errorFault('Not authenticated', 401))
    await open()
    await advanceTime(1000)
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  test('are deleted when another rider signs in', async () => {
    await visitedBefore([riding])
    const { saveSession } = await open()
    saveSession(tokenOf('ravi'), 'user')
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  test.each([
    ['another rider', () => signedIn('ravi')],
    ['no rider', () => localStorage.removeItem('token')]
  ])('are not stored from a response that arrives when %s is signed in', async (_, change) => {
    const deliver = server.answerLater(listMyBookings)
    await open()
    change()
    deliver({ body: [riding] })
    await advanceTime(0)
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  test('do not affect the page when the storage is full', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    server.answer(listMyBookings, [riding])
    const { shown } = await open()
    await advanceTime(1000)
    expect(shown()).toEqual(['riding'])
  })
})

describe('a page with initial bookings', () => {
  const openRendered = (bookings: readonly Booking[], now: string) => open({ bookings, hasMore: false, now })

  test('saves them before its first request', async () => {
    server.fail(listMyBookings, { kind: 'hangs' })
    await openRendered([riding, saturday], NOW.toISOString())
    expect(localStorage.getItem(KEY)).toContain('"riding"')
    expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toMatchObject({ saved_at: NOW.toISOString() })
  })

  test('does not replace newer saved ones', async () => {
    await visitedBefore([riding, tomorrow])
    await openRendered([riding], '2026-06-15T13:45:00.000Z')
    expect(localStorage.getItem(KEY)).toContain('"tomorrow"')
  })

  test('shows their age when it is rendered offline', async () => {
    await visitedBefore([riding])
    const { $outdated } = await openRendered([riding], '2026-06-15T13:45:00.000Z')
    expect($outdated.get()).toMatchObject({ isOffline: true, saved_at: new Date('2026-06-15T13:45:00Z') })
  })
})

describe('without a network', () => {
  test('My Bookings shows the saved bookings at once with their age, and no error', async () => {
    await visitedBefore([riding, tomorrow, saturday])
    const { $outdated, shown } = await open()
    expect(shown()).toEqual(['riding', 'tomorrow'])
    expect($outdated.get()).toMatchObject({ isOffline: true })
    expect($outdated.get()?.saved_at.getTime()).toBeLessThanOrEqual(NOW.getTime() + 4000)
    await advanceTime(5000)
    expect(await shownToasts()).toEqual([])
  })

  test('the list on screen stays and shows its age', async () => {
    server.answer(listMyBookings, [riding, saturday])
    const { $outdated, shown } = await open()
    await advanceTime(2000)
    expect($outdated.get()).toBeNull()
    loseNetwork()
    expect($outdated.get()).toMatchObject({ isOffline: true })
    expect(shown()).toEqual(['riding', 'saturday'])
  })

  test('a list that arrives after the network went shows its age too', async () => {
    server.answerTo(listMyBookings, () => delayed(1000, { body: [riding] }))
    const { $outdated, shown } = await open()
    await advanceTime(500)
    loseNetwork()
    await advanceTime(500)
    expect(shown()).toEqual(['riding'])
    expect($outdated.get()).toMatchObject({ isOffline: true })
    findNetwork([riding])
    await advanceTime(0)
    expect($outdated.get()).toBeNull()
  })

  test("a failed refresh shows an error and the list's age, even if the device counts as online", async () => {
    server.answer(listMyBookings, [riding])
    const { $outdated, refreshBookings, shown } = await open()
    await advanceTime(2000)
    server.fail(listMyBookings, errorFault('Service unavailable', 500))
    void refreshBookings()
    await advanceTime(1000)
    expect(await shownToasts()).toEqual([myBookingsText.loadFailed])
    expect($outdated.get()).toMatchObject({ isOffline: false })
    expect(shown()).toEqual(['riding'])
  })

  test('the list updates automatically when the network returns', async () => {
    await visitedBefore([riding])
    const { $outdated, shown } = await open()
    await advanceTime(3000)
    findNetwork([riding, tomorrow])
    await advanceTime(0)
    expect(shown()).toEqual(['riding', 'tomorrow'])
    expect($outdated.get()).toBeNull()
  })

  test('an unreachable server is shown differently from an offline device, and is polled', async () => {
    await visitedBefore([riding])
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    const { $outdated, shown } = await open()
    expect(shown()).toBe('loading')
    await advanceTime(1000)
    expect(shown()).toEqual(['riding'])
    expect($outdated.get()).toMatchObject({ isOffline: false })
    expect(await shownToasts()).toEqual([])
    server.answer(listMyBookings, [tomorrow])
    await advanceTime(OFFLINE_POLL_MS)
    expect(shown()).toEqual(['tomorrow'])
    const before = listRequests()
    await advanceTime(3 * OFFLINE_POLL_MS)
    expect(listRequests()).toBe(before)
  })

  test('the saved bookings replace a slow response until it arrives', async () => {
    await visitedBefore([riding])
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    server.answerTo(listMyBookings, () => delayed(SAVED_BOOKINGS_FALLBACK_MS + 1000, { body: [tomorrow] }))
    const { shown } = await open()
    await advanceTime(SAVED_BOOKINGS_FALLBACK_MS - 1)
    expect(shown()).toBe('loading')
    await advanceTime(1)
    expect(shown()).toEqual(['riding'])
    await advanceTime(2000)
    expect(shown()).toEqual(['tomorrow'])
  })

  test('without saved bookings the usual error is shown', async () => {
    await visitedBefore([saturday])
    const { shown } = await open()
    await advanceTime(2000)
    expect(shown()).toBe('failed')
    expect(await shownToasts()).toEqual([myBookingsText.loadFailed])
  })

  test('a ride that has ended is not shown and is deleted', async () => {
    await visitedBefore([riding, tomorrow])
    vi.setSystemTime(new Date('2026-06-15T16:30:01Z'))
    expect((await open()).shown()).toEqual(['tomorrow'])
    expect(localStorage.getItem(KEY)).not.toContain('"riding"')
    vi.setSystemTime(new Date('2026-06-16T04:00:01Z'))
    expect((await open()).shown()).toBe('loading')
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  test('a ride that ends while it is shown is deleted', async () => {
    await visitedBefore([riding])
    vi.setSystemTime(new Date('2026-06-15T16:29:55Z'))
    await open()
    await advanceTime(OFFLINE_POLL_MS)
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  test("another rider's bookings are deleted and not shown", async () => {
    await visitedBefore([riding])
    signedIn('ravi')
    expect((await open()).shown()).toBe('loading')
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  test('a renewed token belongs to the same rider', async () => {
    await visitedBefore([riding])
    localStorage.setItem('token', tokenOf('asha', 2))
    expect((await open()).shown()).toEqual(['riding'])
  })

  test('an opaque token counts as an account of its own', async () => {
    localStorage.setItem('token', 'opaque-1')
    await visitedBefore([riding])
    expect((await open()).shown()).toEqual(['riding'])
    localStorage.setItem('token', 'opaque-2')
    expect((await open()).shown()).toBe('loading')
  })

  test.each(['', 'null', '{}', '[', '{"account":"asha","bookings":[{}],"saved_at":"2026-06-15T14:14:00.000Z"}'])(
    'unreadable data is deleted: %s',
    async saved => {
      loseNetwork()
      localStorage.setItem(KEY, saved)
      expect((await open()).shown()).toBe('loading')
      expect(localStorage.getItem(KEY)).toBeNull()
    }
  )
})

test('on the offline shell, Complete Payment opens the live page instead of the payment', async () => {
  server.answer(listMyBookings, [held])
  const { completePayment } = await open()
  await advanceTime(1000)
  const offlineShell = document.body.appendChild(document.createElement('div'))
  offlineShell.dataset.offline = ''
  await completePayment(held)
  offlineShell.remove()
  expect(visitedUrls).toEqual([MY_BOOKINGS_NETWORK_ONLY])
})

test('an answer to an account that has signed out meanwhile is not saved for the next one', async () => {
  signedIn('asha')
  const { saveBookings } = await import('#stores/my-bookings/saved-bookings.ts')
  const asked = tokenOf('asha')
  signedIn('ravi')
  saveBookings(asked, [riding], NOW)
  expect(localStorage.getItem(KEY)).toBeNull()
})

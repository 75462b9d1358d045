import { afterEach, beforeEach, vi } from 'vitest'
import { startFakeClock } from '#tests/helpers/browser/fake-clock.ts'
import { errorReply, json, type Reply, startApiServer } from '#tests/helpers/servers/api-server.ts'
import { NOW, riding } from './bookings.ts'

// The page of My Bookings with a server that answers it.

/** The response for each path, and the requests. */
export const network = { requests: [] as string[], replies: new Map<string, Reply>() }

startApiServer(request => {
  network.requests.push(request.path)
  return network.replies.get(request.path)?.(request) ?? errorReply('Not found', 404)
})

export const listRequests = () => network.requests.filter(path => path === '/api/my-bookings').length

/** Leaves the page. */
export let leave = () => {}

/** Opens My Bookings. */
export async function arrive() {
  vi.resetModules()
  const store = {
    ...(await import('#stores/my-bookings/bookings-state.ts')),
    ...(await import('#stores/my-bookings/complete-payment.ts')),
    ...(await import('#stores/my-bookings/my-bookings.ts'))
  }
  // The fake clock must advance only when a test advances it.
  await import('#stores/my-bookings/resume-payment.ts')
  const { $toasts } = await import('#stores/app/toasts.ts')
  leave = store.$bookings.listen(() => undefined)
  const toastTexts = () => $toasts.get().map(({ sentence }) => sentence)
  return { ...store, toastTexts }
}

export function becomeVisible() {
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Signs in a rider before each test of the file, and leaves the page after it. */
export function setUpMyBookings(): void {
  beforeEach(() => {
    startFakeClock(NOW)
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    localStorage.clear()
    localStorage.setItem('token', 'rider')
    localStorage.setItem('userType', 'user')
    history.replaceState(null, '', '/my-bookings')
    network.requests = []
    network.replies = new Map([['/api/my-bookings', () => json([riding])]])
  })
  afterEach(() => {
    leave()
    vi.advanceTimersByTime(2000)
    vi.useRealTimers()
    sessionStorage.clear()
  })
}

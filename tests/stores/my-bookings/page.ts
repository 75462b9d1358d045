import { vi } from 'vitest'
import { json } from '#tests/helpers/servers/api-server.ts'
import { onLeave, requestsTo, setUpRiderTab } from '#tests/stores/rider-tab.ts'
import { NOW, riding } from './bookings.ts'

// The page of My Bookings with a server that answers it.

export const listRequests = () => requestsTo('/api/my-bookings').length

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
  onLeave(store.$bookings.listen(() => undefined))
  const toastTexts = () => $toasts.get().map(({ sentence }) => sentence)
  return { ...store, toastTexts }
}

export function becomeVisible() {
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Signs in a rider before each test of the file, and leaves the page after it. */
export const setUpMyBookings = () =>
  setUpRiderTab({
    now: NOW.toISOString(),
    path: '/my-bookings',
    replies: () => ({ '/api/my-bookings': () => json([riding]) })
  })

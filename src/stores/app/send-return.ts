import { pendingReturnItem } from '#client/session/token.ts'
import { ignoreFailure } from '#domain/kit/failures.ts'

/**
 * A return that was pressed without a network is sent from the next page that has one. Its code is loaded for it; if
 * that fails, the next page tries again.
 */
export function sendReturn(): void {
  if (pendingReturnItem.read() === null) return
  const loading = import('#stores/my-bookings/pending-return.ts')
  void ignoreFailure(loading.then(({ sendPendingReturn }) => sendPendingReturn()))
}

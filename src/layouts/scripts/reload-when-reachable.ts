import { ignoreFailure } from '#domain/kit/failures.ts'

// Reloads an error page once its address is reachable. Checks when the device is online again, and also regularly,
// because the device may not know that it was offline.

const RETRY_MS = 5000

const isReachable = () =>
  fetch(location.href, { method: 'HEAD', redirect: 'manual' }).then(({ status }) => status < 500)
/** Without a network, the check fails; the next one tries again. */
const reloadIfReachable = () => void ignoreFailure(isReachable().then(isUp => isUp && location.reload()))

addEventListener('online', reloadIfReachable)
setInterval(reloadIfReachable, RETRY_MS)

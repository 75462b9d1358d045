// A page that could not be had comes by itself once it can: when the device says that it has a network again, and where
// it never knew that it had none.

const RETRY_MS = 5000

const isReachable = () =>
  fetch(location.href, { method: 'HEAD', redirect: 'manual' }).then(({ status }) => status < 500)
const reloadIfReachable = () =>
  void isReachable()
    .then(isUp => isUp && location.reload())
    .catch(() => undefined)

addEventListener('online', reloadIfReachable)
setInterval(reloadIfReachable, RETRY_MS)

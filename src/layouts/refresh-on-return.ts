// A page that could not be had comes by itself once it can: when the device says that it has a network again, and where
// it never knew that it had none.

const ASK_AGAIN_MS = 5000

const isThere = () => fetch(location.href, { method: 'HEAD', redirect: 'manual' }).then(({ status }) => status < 500)
const comeBack = () =>
  void isThere()
    .then(isSo => isSo && location.reload())
    .catch(() => undefined)

addEventListener('online', comeBack)
setInterval(comeBack, ASK_AGAIN_MS)

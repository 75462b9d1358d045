// The browser hands over its question whether to install once, and early. It is kept for the moment that suits the rider.
addEventListener('beforeinstallprompt', event => {
  event.preventDefault()
  Object.assign(window, { installQuestion: event })
  dispatchEvent(new Event('installable'))
})

// The browser fires its install prompt event once, and early. Save it until the rider reaches the offer.
addEventListener('beforeinstallprompt', event => {
  event.preventDefault()
  Object.assign(window, { deferredInstallPrompt: event })
  dispatchEvent(new Event('installable'))
})

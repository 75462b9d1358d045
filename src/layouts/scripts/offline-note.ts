// Shows that the device is offline as long as it is.

const update = () => document.querySelector('[data-offline-note]')?.toggleAttribute('hidden', navigator.onLine)

addEventListener('offline', update)
addEventListener('online', update)
update()

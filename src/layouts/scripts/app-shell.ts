import { pageIncomplete, reloadPage } from '#messages/app-shell.ts'
import address from '#service-worker/worker.ts?worker&url'
import { offerNewVersion } from '#stores/app/offer-new-version.ts'
import { toast } from '#stores/app/toasts.ts'

// What every page of the installed app needs: its service worker, and answers to events of the browser and of Astro.

// The browser fires its install prompt event once, and early. Save it until the rider reaches the offer.
addEventListener('beforeinstallprompt', event => {
  event.preventDefault()
  Object.assign(window, { deferredInstallPrompt: event })
  dispatchEvent(new Event('installable'))
})

// The files of an island failed to load, for example without a network or after a deployment.
addEventListener('astro:hydration-error', () => {
  toast('error', pageIncomplete, { label: reloadPage, onPress: () => location.reload() })
})

const showOffline = () => document.querySelector('[data-offline-note]')?.toggleAttribute('hidden', navigator.onLine)
addEventListener('offline', showOffline)
addEventListener('online', showOffline)
showOffline()

// Register after load: the service worker's downloads must not compete with the page.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register(address).catch(console.error))
  offerNewVersion()
}

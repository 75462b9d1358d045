import address from '#service-worker/worker.ts?worker&url'
import { offerNewVersion } from '#stores/app/offer-new-version.ts'

// Register after load: the service worker's downloads must not compete with the page.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register(address).catch(console.error))
  offerNewVersion()
}

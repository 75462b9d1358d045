import address from '#service-worker/worker.ts?worker&url'
import { offerNewVersion } from '#stores/app/new-version.ts'

// Once the page is there: what is kept for days without a network may wait for a page that is wanted now.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register(address).catch(() => undefined))
  offerNewVersion()
}

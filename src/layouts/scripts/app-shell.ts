import { ignoreFailure } from '#domain/kit/failures.ts'
import address from '#service-worker/worker.ts?worker&url'
import { offerAddressIfIgnored, offerNewVersion } from '#stores/app/app-shell.ts'
import { offerReload } from '#stores/app/reload.ts'
import { sendPending } from '#stores/app/send-pending.ts'
import { $supportChat } from '#stores/app/support.ts'
import { signOut } from '#stores/session/session.ts'

// What every page of the app does around its islands: the top bar, the scripts of the next page, the service worker,
// and answers to events of the browser and of Astro.

// The top bar of riders' pages and of the portal.

for (const button of document.querySelectorAll('[data-log-out]')) {
  button.addEventListener('click', () => {
    window.showPressed?.(button)
    void signOut()
  })
}

const toggle = document.querySelector<HTMLElement>('[data-menu-toggle]')
const panel = document.querySelector<HTMLElement>('[data-menu]')

function showMenu(isOpen: boolean): void {
  toggle?.setAttribute('aria-expanded', String(isOpen))
  panel?.toggleAttribute('hidden', !isOpen)
}

toggle?.addEventListener('click', () => showMenu(toggle.getAttribute('aria-expanded') === 'false'))

// Escape closes the menu only while the focus is inside the bar.
toggle?.closest('header')?.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || toggle.getAttribute('aria-expanded') === 'false') return
  showMenu(false)
  toggle.focus()
})

// Prefetches the scripts of likely next pages one second after load, unless the device saves data.

const PREFETCH_DELAY_MS = 1000

const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
const links = document.querySelector<HTMLTemplateElement>('#fetch-ahead')

if (links && !connection?.saveData) {
  addEventListener('load', () => setTimeout(() => document.head.append(links.content), PREFETCH_DELAY_MS))
}

// The browser fires its install prompt event once, and early. Save it until the rider reaches the offer.
addEventListener('beforeinstallprompt', event => {
  event.preventDefault()
  Object.assign(window, { deferredInstallPrompt: event })
  dispatchEvent(new Event('installable'))
})

// The files of an island failed to load, for example without a network or after a deployment.
addEventListener('astro:hydration-error', () => {
  window.showPressed?.(null)
  offerReload()
})

for (const moment of ['load', 'online']) addEventListener(moment, () => void ignoreFailure(sendPending()))

const showOffline = () => document.querySelector('[data-offline-note]')?.toggleAttribute('hidden', navigator.onLine)
addEventListener('offline', showOffline)
addEventListener('online', showOffline)
showOffline()

// Some pages load their scooter, which support is asked about, in the browser.
const supportLink = document.querySelector<HTMLAnchorElement>('[data-support]')
$supportChat.listen(chat => {
  if (supportLink && chat) supportLink.href = chat
})

// The browser of a chat app may ignore a link to a map, a chat or a calendar.
addEventListener('click', ({ ctrlKey, metaKey, shiftKey, target }) => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[target="_blank"]') : null
  if (link && !ctrlKey && !metaKey && !shiftKey) offerAddressIfIgnored(link.href)
})

// Register after load: the service worker's downloads must not compete with the page.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const register = async () => navigator.serviceWorker.register(address)
  addEventListener('load', () => void register().catch(console.error))
  offerNewVersion()
}

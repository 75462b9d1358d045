import { lazyPart } from '#client/device/lazy-part.ts'
import { rideLinkOf } from '#domain/routes.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { logFailure } from '#stores/kit/requests.ts'

// The dialogs of a running ride open on Home. Its links lead to My Bookings, which has them too, if they do not load, or
// if the ride begins while Home is open.

const dialogs = lazyPart(() => import('#islands/home/ride-dialogs.tsx'))

async function openDialog(link: HTMLAnchorElement, dialog: 'extend' | 'return', booking: string): Promise<void> {
  window.showPressed?.(link)
  const loaded = await logFailure(dialogs.load())
  if (loaded === null) return location.assign(link.href)
  await loaded.openRideDialog(dialog, booking)
  window.showPressed?.(null)
}

document.addEventListener('click', event => {
  const { altKey, ctrlKey, metaKey, shiftKey, target } = event
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('[data-actions] a') : null
  const action = rideLinkOf(link?.hash.slice(1) ?? '')
  const booking = link?.closest<HTMLElement>('[data-booking]')?.dataset.booking
  if (!link || !booking || altKey || ctrlKey || metaKey || shiftKey) return
  if (action !== 'extend' && action !== 'return') return
  event.preventDefault()
  void openDialog(link, action, booking)
})

// They are ready before the press, once the page is idle: to start them takes a cheap phone a second.
addEventListener('load', () => setTimeout(dialogs.preload, SECOND_MS))

import * as authText from '#messages/account/auth.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { DEMO_ADMIN, DEMO_PASSWORD, type DemoRider } from '../../demo/people.ts'
import { type Tab, until } from './tab.ts'

// What every engine goes through, by keyboard: a press by script would prove little.
interface Visit {
  /** Of the ride, so that nothing follows it on its scooter. */
  daysAhead: number
  rider: DemoRider
  site: string
  tab: Tab
  /** Takes the network from the browser, or gives it back. */
  setOffline: (isOffline: boolean) => void
}

const hydrated = (tab: Tab) =>
  until(tab, 'A hydrated page', () => !document.querySelector('astro-island[ssr]:not([client="interaction"])'))
const visit = ({ site, tab }: Visit, path: string) => tab.open(site + path).then(() => hydrated(tab))
const isAt = (tab: Tab, path: string) => until(tab, `The page ${path}`, path => location.pathname === path, path)

/** Focuses a visible control by its selector and the start of its text, in the open dialog if there is one. */
function focus(tab: Tab, control: { selector: string; text?: string }): Promise<unknown> {
  const find = ({ selector, text = '' }: typeof control) => {
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
    const controls = [...root.querySelectorAll<HTMLElement>(selector)]
    const found = controls.find(each => each.checkVisibility() && each.innerText.trim().startsWith(text))
    found?.focus()
    return found !== undefined && document.activeElement === found
  }
  return until(tab, `A control for ${JSON.stringify(control)}`, find, control)
}

const press = (tab: Tab, text: string, selector = 'a[href], button, summary') =>
  focus(tab, { selector, text }).then(() => tab.press('Enter'))
const fill = (tab: Tab, selector: string, text: string) => focus(tab, { selector }).then(() => tab.type(text))

async function signIn(visited: Visit, path: string, account: { email: string; password?: string }): Promise<void> {
  const { email, password = DEMO_PASSWORD } = account
  await visit(visited, path)
  await fill(visited.tab, 'input[type=email]', email)
  await fill(visited.tab, 'input[type=password]', password)
  await visited.tab.press('Enter')
}

const seePin = (tab: Tab) =>
  until(tab, 'The PIN', () => /\b\d{6}\b/.test(document.querySelector('main')?.innerText ?? ''))

async function firstRideWithItsPin(visited: Visit): Promise<void> {
  const { daysAhead, rider, tab } = visited
  await signIn(visited, '/auth', rider)
  await isAt(tab, '/')
  await press(tab, '', 'a[href^="/booking/"]')
  await until(tab, 'The booking page', () => location.pathname.startsWith('/booking/'))
  await hydrated(tab)
  // The ride can be extended by so many hours that their list scrolls.
  await focus(tab, { selector: 'input[name=day]:checked' })
  for (let day = 0; day < daysAhead; day += 1) await tab.press('ArrowDown')
  await press(tab, commonText.bookNow)
  await press(tab, paymentsText.sandboxPay)
  await isAt(tab, '/my-bookings')
  await seePin(tab)
}

const see = (tab: Tab, selector: string) =>
  until(tab, selector, selector => document.querySelector(selector) !== null, selector)

async function dialogsByKeyboard(visited: Visit): Promise<void> {
  const { tab } = visited
  await visit(visited, '/my-bookings')
  await press(tab, myBookingsText.manageRide, 'li:last-child > article button')
  await see(tab, 'dialog[open] :focus')
  await until(tab, 'A page that is dimmed', () => {
    const dialog = document.querySelector('dialog[open]')
    return dialog && !/^(rgba\(0, 0, 0, 0\)|transparent)$/.test(getComputedStyle(dialog, '::backdrop').backgroundColor)
  })
  await tab.press('Escape')
  await until(
    tab,
    'The focus on the button',
    text => document.activeElement?.textContent === text,
    myBookingsText.manageRide
  )
  await tab.press('Enter')
  await press(tab, rideCardText.extend, 'dialog[open] button')
  await until(tab, 'A list that scrolls', () =>
    [...document.querySelectorAll('dialog[open] fieldset')].some(list => list.scrollHeight > list.clientHeight)
  )
  await see(tab, 'dialog[open] li:nth-child(1) input:checked:focus')
  await tab.press('ArrowDown')
  await see(tab, 'dialog[open] li:nth-child(2) input:checked:focus')
}

async function withoutNetwork(visited: Visit): Promise<void> {
  const { setOffline, site, tab } = visited
  await until(tab, 'A service worker', () => navigator.serviceWorker.ready.then(({ active }) => active !== null))
  await visit(visited, '/my-bookings')
  await seePin(tab)
  setOffline(true)
  await tab.open(`${site}/my-bookings`).catch(() => undefined)
  await seePin(tab).finally(() => setOffline(false))
}

async function staysInWidth({ tab }: Visit): Promise<void> {
  for (const width of [320, 360, 390]) {
    await tab.resize({ height: 800, width })
    // WebKit's window follows late.
    await until(tab, `A window of ${width} px`, expected => innerWidth === expected, width)
    const [tooWide, page] = await tab.run(() => {
      const { clientWidth, scrollWidth } = document.documentElement
      return [scrollWidth - clientWidth, location.pathname + location.search] as const
    })
    if (tooWide > 0) throw new Error(`${page} scrolls sideways by ${tooWide} px at ${width} px`)
  }
}

async function narrowRiderPages(visited: Visit): Promise<void> {
  for (const path of ['/profile', '/', '/my-bookings']) await visit(visited, path).then(() => staysInWidth(visited))
}

async function portalForm(visited: Visit): Promise<void> {
  const { tab } = visited
  await signIn(visited, '/admin/auth', DEMO_ADMIN)
  await press(tab, commonText.ok)
  await isAt(tab, '/admin')
  for (const [name, { add }] of Object.entries({ plans: catalogueText.plans, properties: catalogueText.properties })) {
    await visit(visited, `/admin?tab=${name}`)
    await press(tab, add)
    await focus(tab, { selector: 'form input[name=name]' })
    await staysInWidth(visited)
  }
  await tab.press('Enter')
  await until(tab, 'A message above the form, over a page that stands still', () => {
    const messages = [...document.querySelectorAll('dialog[open] [data-sonner-toast]')]
    return messages.length > 0 && getComputedStyle(document.documentElement).overflowY === 'hidden'
  })
  const house = `House ${Date.now()}`
  await fill(tab, 'form input[name=name]', house)
  await fill(tab, 'form input[name=location]', 'Hebbal')
  await tab.press('Enter')
  await until(tab, 'The new property', name => document.querySelector('table')?.innerText.includes(name), house)
}

async function whatToAllow(visited: Visit): Promise<void> {
  for (const path of ['/auth', '/admin/auth']) {
    await visit(visited, path)
    await until(visited.tab, 'What to allow', text => document.body.innerText.includes(text), authText.siteDataRefused)
  }
}

export const STORIES = {
  withCookies: [firstRideWithItsPin, dialogsByKeyboard, withoutNetwork, narrowRiderPages, portalForm],
  withoutCookies: [whatToAllow]
}

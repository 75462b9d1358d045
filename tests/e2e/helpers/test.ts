import { type BrowserContext, test as base, expect, type Page } from 'playwright/test'

const REFUSED = 'Refused by the policy: '

/** Collects what the content security policy refuses on any page of this browser. */
async function collectRefusals(context: BrowserContext, refused: string[]): Promise<void> {
  await context.addInitScript(sign => {
    const tell = ({ blockedURI, effectiveDirective, sourceFile }: SecurityPolicyViolationEvent) =>
      console.error(`${sign}${effectiveDirective} ${blockedURI || sourceFile}`)
    addEventListener('securitypolicyviolation', tell)
  }, REFUSED)
  context.on('console', message => {
    if (message.text().startsWith(REFUSED)) refused.push(message.text().slice(REFUSED.length))
  })
}

interface Fixtures {
  /** The page of somebody else, in a browser of his own. */
  otherPage: Page
  /** What has been refused so far; a story ends with nothing in it. */
  violations: string[]
}

/** What every story is told with: nothing that the product does is refused by its own content security policy. */
export const test = base.extend<Fixtures>({
  context: async ({ context, violations }, use) => {
    await collectRefusals(context, violations)
    await use(context)
    expect(violations).toEqual([])
  },
  otherPage: async ({ browser, violations }, use) => {
    const context = await browser.newContext()
    await collectRefusals(context, violations)
    await use(await context.newPage())
    await context.close()
  },
  violations: ({ browserName: _ }, use) => use([])
})

import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The rules of these levels whose answer depends on colours; the others say the same in every theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What WCAG 2.2 AA finds wrong on the screen as it stands, and whether it can be scrolled sideways. */
export async function accessibilityViolations(page: Page, screen: string): Promise<string[]> {
  const violations = await violationsOf(page, screen, axe => axe.withTags(LEVELS))
  return [...violations, ...(await horizontalOverflow(page, screen))]
}

async function violationsOf(page: Page, screen: string, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  await animationsFinished(page)
  // Without a page of its own for frames of other origins, of which these screens have none: a third quicker.
  const { violations } = await choose(new AxeBuilder({ page }).setLegacyMode()).analyze()
  return violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes[0]?.html}`)
}

/** The same in the light, and what the dark theme's colours make wrong. */
export async function violationsInBothThemes(page: Page, screen: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const violations = await accessibilityViolations(page, `${screen}, light`)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  return [...violations, ...(await violationsOf(page, `${screen}, dark`, axe => axe.withRules(COLOUR_RULES)))]
}

/** Whether the screen can be scrolled sideways. */
export async function horizontalOverflow(page: Page, screen: string): Promise<string[]> {
  const isWider = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    return scrollWidth > clientWidth
  })
  return isWider ? [`${screen}: scrolls sideways`] : []
}

/** What Chromium tells a screen reader, from top to bottom: of texts the words, of all else the role and the name. */
export async function accessibilityTree(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  await devtools.detach()
  const byId = new Map(nodes.map(node => [node.nodeId, node]))
  const below = (id: string): string[] => {
    const { childIds = [], ignored, name, role } = byId.get(id) ?? {}
    const isText = role?.value === 'StaticText'
    const told = isText ? name?.value : `${role?.value} ${name?.value}`
    return [...(!ignored && name?.value ? [told] : []), ...(isText ? [] : childIds.flatMap(below))]
  }
  return below(nodes[0]?.nodeId ?? '')
}

/** Colours that are just changing are nobody's to read. What turns for ever, a spinner, is not waited for. */
function animationsFinished(page: Page): Promise<unknown> {
  return page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => undefined))
    )
  )
}

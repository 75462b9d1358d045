import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The rules that depend on colours; all others give the same result in every theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** WCAG 2.2 AA violations of the current screen, plus horizontal overflow. */
export async function accessibilityViolations(page: Page, screen: string): Promise<string[]> {
  const violations = await violationsOf(page, screen, axe => axe.withTags(LEVELS))
  return [...violations, ...(await horizontalOverflow(page, screen))]
}

async function violationsOf(page: Page, screen: string, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  await animationsFinished(page)
  // Legacy mode opens no extra page for cross-origin frames, which these screens don't have. It is a third faster.
  const { violations } = await choose(new AxeBuilder({ page }).setLegacyMode()).analyze()
  return violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes[0]?.html}`)
}

/** All violations in the light theme, plus the colour violations in the dark theme. */
export async function violationsInBothThemes(page: Page, screen: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const violations = await accessibilityViolations(page, `${screen}, light`)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  return [...violations, ...(await violationsOf(page, `${screen}, dark`, axe => axe.withRules(COLOUR_RULES)))]
}

/** Reports a screen that scrolls horizontally. */
export async function horizontalOverflow(page: Page, screen: string): Promise<string[]> {
  const isWider = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    return scrollWidth > clientWidth
  })
  return isWider ? [`${screen}: scrolls sideways`] : []
}

type Box = { height: number; width: number; x: number; y: number } | null

/** Whether two boxes overlap; also true if one of them is not rendered. */
export function overlap(one: Box, other: Box): boolean {
  if (!one || !other) return true
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x
  return !isBeside && one.y < other.y + other.height && other.y < one.y + one.height
}

/** Chromium's accessibility tree from top to bottom: text nodes as text, all others as role and name. */
export async function accessibilityTree(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  await devtools.detach()
  const byId = new Map(nodes.map(node => [node.nodeId, node]))
  const below = (id: string): string[] => {
    const { childIds = [], ignored, name, role } = byId.get(id) ?? {}
    const isText = role?.value === 'StaticText'
    const announcement = isText ? name?.value : `${role?.value} ${name?.value}`
    return [...(!ignored && name?.value ? [announcement] : []), ...(isText ? [] : childIds.flatMap(below))]
  }
  return below(nodes[0]?.nodeId ?? '')
}

/** Waits for running animations, because colours in transition would fail the check. Endless animations are skipped. */
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

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RunOptions, run } from 'axe-core'
import type { Page } from 'playwright/test'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Rules = RunOptions['runOnly']
const LEVELS: Rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** The rules that depend on colours; all others give the same result in every theme. */
const COLOUR_RULES: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** WCAG 2.2 AA violations of the current screen, plus horizontal overflow. */
export async function accessibilityViolations(page: Page, screen: string): Promise<string[]> {
  return [...(await violationsOf(page, screen, LEVELS)), ...(await horizontalOverflow(page, screen))]
}

async function violationsOf(page: Page, screen: string, runOnly: Rules): Promise<string[]> {
  await endAnimations(page)
  // Once for each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const violations = await page.evaluate(async runOnly => {
    const { axe } = window as unknown as { axe: { run: typeof run } }
    const support = document.querySelector<HTMLElement>('.support')
    // Floating, it covers a part of what can be scrolled clear of it, and axe would report a small button.
    support?.style.setProperty('position', 'static')
    // A row that differs from an earlier one only in its values has the same colours, roles and labels.
    const markups = new Set<string>()
    const repeated = [...document.querySelectorAll('tbody tr')].filter(row => {
      const markup = [row, ...row.querySelectorAll('*')]
        .map(part => [part.tagName, part.getAttribute('class'), ...part.getAttributeNames()])
        .join(' ')
      return markups.size === markups.add(markup).size
    })
    // Without the details of what is right, which nobody reads.
    const found = await axe.run({ exclude: repeated, include: document }, { resultTypes: ['violations'], runOnly })
    support?.style.removeProperty('position')
    return found.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
  }, runOnly)
  return violations.map(violation => `${screen}: ${violation}`)
}

/** All violations in the light theme, plus the colour violations in the dark theme. */
export async function violationsInBothThemes(page: Page, screen: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const violations = await accessibilityViolations(page, `${screen}, light`)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  return [...violations, ...(await violationsOf(page, `${screen}, dark`, COLOUR_RULES))]
}

/** Reports a screen, or a dialog on it, that scrolls horizontally. */
export async function horizontalOverflow(page: Page, screen: string): Promise<string[]> {
  const isWider = await page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('dialog[open], dialog[open] .panel-fields')]
    return boxes.some(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth)
  })
  return isWider ? [`${screen}: scrolls sideways`] : []
}

/** Sets the size of all text, such as '200%'. */
export const setTextSize = (page: Page, size: string) =>
  page.evaluate(fontSize => document.documentElement.style.setProperty('font-size', fontSize), size)

/** Doubles the text, and reports what is cut, broken or too wide. */
export async function faultsInLargeText(page: Page, screen: string): Promise<string[]> {
  await setTextSize(page, '200%')
  return [...(await cutTexts(page, screen)), ...(await horizontalOverflow(page, screen))]
}

/** What is wrong with a screen in both themes, and with its text at 200 %. */
export async function faultsOf(page: Page, screen: string): Promise<string[]> {
  const faults = [...(await violationsInBothThemes(page, screen)), ...(await faultsInLargeText(page, screen))]
  await setTextSize(page, '100%')
  return faults
}

/** Buttons, links and statuses that an ancestor cuts off, and names that are broken within a word. */
async function cutTexts(page: Page, screen: string): Promise<string[]> {
  const found = await page.evaluate(() => {
    const rightOf = (element: Element) => element.getBoundingClientRect().right
    const textOf = ({ textContent }: Element) => textContent?.trim() ?? ''
    const isCut = (control: Element): boolean => {
      for (let box = control.parentElement; box; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box)
        if (overflowX === 'auto' || overflowX === 'scroll') return false
        if (overflowX !== 'visible' && rightOf(control) > rightOf(box) + 1) return true
      }
      return false
    }
    const isBroken = (name: HTMLElement): boolean => {
      name.style.overflowWrap = 'normal'
      const breaks = name.scrollWidth > name.clientWidth
      name.style.overflowWrap = ''
      return breaks
    }
    const shown = [...document.querySelectorAll('main button, main a, main .badge')].filter(control =>
      control.checkVisibility()
    )
    const names = [...document.querySelectorAll<HTMLElement>('main .h3')]
    return [...shown.filter(isCut), ...names.filter(isBroken)].map(textOf)
  })
  return found.map(text => `${screen}: '${text}' is cut`)
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

/** Ends all animations, because colours in transition would fail the check. Endless animations are skipped. */
function endAnimations(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
    }
  })
}

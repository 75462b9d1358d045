import { expect, type Page } from 'playwright/test'
import { type FaultProxy, test } from '#tests/e2e/helpers/fault-proxy.ts'

// Checks a catalogue of error messages: each one appears in one row, with a cause that can really happen.

interface RowContext<Entry> {
  faultProxy: FaultProxy
  page: Page
  /** Expects a toast for a point of the catalogue. */
  expectToast: (entry: Entry | Entry[], sentence?: string) => Promise<void>
  /** Marks a point that is met without a toast. */
  covers: (entry: Entry) => void
}

export interface Row<Entry> {
  cause: string
  entries: Entry[]
  run: (context: RowContext<Entry>) => Promise<void>
}

export const toastRegion = (page: Page) => page.locator('.toast-region')

/**
 * Records each toast that becomes visible, on all pages of the test. On a machine that stops for seconds, a toast is
 * gone before a look at the page finds it. Returns a function that takes a recorded toast off the record.
 */
async function recordToasts(page: Page): Promise<(sentence: string) => boolean> {
  const shown: string[] = []
  await page.exposeFunction('recordToast', (text: string) => void shown.push(text))
  await page.addInitScript(() => {
    const seen = new WeakSet<Element>()
    const { recordToast } = globalThis as unknown as { recordToast: (text: string) => void }
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('.toast')) {
        if (seen.has(toast) || !toast.checkVisibility()) continue
        seen.add(toast)
        recordToast(toast.textContent)
      }
    }).observe(document, { childList: true, subtree: true })
  })
  return sentence => {
    const index = shown.findIndex(text => text.includes(sentence))
    if (index >= 0) shown.splice(index, 1)
    return index >= 0
  }
}

/** Gaps match any text. A prefix and a reason may surround the quote. */
function toPattern(quote: string): RegExp {
  const parts = quote.split(/\{\w+\}/).map(part => part.replace(/[.?]/g, '\\$&'))
  return new RegExp(parts.join('.+'), 'i')
}

interface Table<Entry extends string> {
  /** The quotes of the specification and the messages of the product. */
  quotes: Partial<Record<Entry, string>>
  rows: readonly Row<Entry>[]
  /** Required behaviour for which the specification defines no text. */
  rules: readonly Entry[]
}

export function testErrorTable<Entry extends string>({ quotes, rows, rules }: Table<Entry>): void {
  test('every message of the catalogue matches the specification and is in one row', () => {
    for (const [quote, sentence] of Object.entries(quotes)) expect(sentence).toBe(quote)
    const entries = rows.flatMap(row => row.entries)
    expect(entries.toSorted()).toEqual([...Object.keys(quotes), ...rules].toSorted())
  })

  for (const { cause, entries, run } of rows) {
    test(cause, async ({ faultProxy, page }) => {
      const covered: Entry[] = []
      const takeToast = await recordToasts(page)
      await run({
        faultProxy,
        covers: entry => void covered.push(entry),
        page,
        expectToast: async (expected, sentence = String(expected)) => {
          for (const entry of Array.isArray(expected) ? expected : [expected]) {
            if (entry in quotes) expect(sentence).toMatch(toPattern(entry))
            covered.push(entry)
          }
          await expect.poll(() => takeToast(sentence), `a toast '${sentence}'`).toBe(true)
        }
      })
      expect(covered.toSorted()).toEqual(entries.toSorted())
    })
  }
}

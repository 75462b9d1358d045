import { expect } from 'playwright/test'
import { ACCOUNT_ROWS } from './errors/account.ts'
import { BOOKING_ROWS } from './errors/booking.ts'
import { corner, type Point, QUOTES, RULES } from './errors/catalogue.ts'
import { test } from './helpers/line.ts'

// Spec §8, Rider: every sentence, by a cause that can really happen.

const ROWS = [...ACCOUNT_ROWS, ...BOOKING_ROWS]

/** The quote with anything in its gaps; the reason after it may follow, and a prefix may stand before it. */
function wordingOf(quote: string): RegExp {
  const parts = quote.split(/\{\w+\}/).map(part => part.replace(/[.?]/g, '\\$&'))
  return new RegExp(parts.join('.+'), 'i')
}

test('every sentence of the catalogue is in the spec’s words, and in one row', () => {
  for (const [quote, sentence] of Object.entries(QUOTES)) expect(sentence).toBe(quote)
  const points = ROWS.flatMap(row => row.points)
  expect(points.toSorted()).toEqual([...Object.keys(QUOTES), ...RULES].toSorted())
})

for (const { cause, points, story } of ROWS) {
  test(cause, async ({ line, page }) => {
    const met: Point[] = []
    await story({
      line,
      meets: point => void met.push(point),
      page,
      toasts: async (told, sentence = String(told)) => {
        for (const point of [told].flat()) {
          if (point in QUOTES) expect(sentence).toMatch(wordingOf(point))
          met.push(point)
        }
        await expect(corner(page).getByText(sentence).first()).toBeVisible()
      }
    })
    expect(met.toSorted()).toEqual(points.toSorted())
  })
}

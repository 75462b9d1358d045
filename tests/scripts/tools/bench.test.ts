import { expect, test, vi } from 'vitest'
import { mark, missedGoals, print } from '../../../scripts/tools/bench/table.ts'

// `npm run bench` fails when a table marks a goal as missed.

test('a table adds each row with a missed goal to the list', () => {
  vi.spyOn(console, 'log').mockReturnValue(undefined)
  print(
    'Size of each screen',
    ['screen', 'script', ''],
    [
      ['/', '60.0 kB', mark(true)],
      ['/auth', '90.0 kB', mark(false)]
    ]
  )
  expect(missedGoals).toEqual(['/auth, in Size of each screen'])
})

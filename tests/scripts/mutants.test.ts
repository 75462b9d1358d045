import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MUTANTS } from '../../scripts/mutants/list.ts'

const sourceOf = (file: string) => readFileSync(`src/server/${file}`, 'utf8')

test.each(MUTANTS)('the words that a mutant changes stand in $file once: $from → $to', ({ file, from, to }) => {
  expect(sourceOf(file).split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
})

test('there are mutants of every statement’s file, and of what counts as given back', () => {
  const files = new Set(MUTANTS.map(({ file }) => file))
  expect([...files].sort()).toEqual([
    'booking-guards.ts',
    'due-orders.ts',
    'failing-items.ts',
    'hold-limits.ts',
    'hold-time.ts',
    'orders.ts',
    'payments.ts',
    'place-deletion.ts',
    'reconcile.ts',
    'refunds.ts',
    'settle.ts',
    'slots.ts',
    'webhooks.ts'
  ])
  expect(MUTANTS.length).toBeGreaterThanOrEqual(25)
})

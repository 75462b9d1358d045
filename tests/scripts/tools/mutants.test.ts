import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MUTANTS } from '../../../scripts/tools/mutants/list.ts'
import { QUICK_TESTS } from '../../../scripts/tools/mutants/quick-tests.ts'

const sourceOf = (file: string) => readFileSync(`src/server/${file}`, 'utf8')

test.each(MUTANTS)('the text that a mutant replaces occurs in $file once: $from → $to', ({ file, from, to }) => {
  expect(sourceOf(file).split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
})

test('mutants cover the file of every statement, and the rules of refunded amounts', () => {
  const files = new Set(MUTANTS.map(({ file }) => file))
  expect([...files].sort()).toEqual([
    'bookings/admin/cancel-as-admin.ts',
    'bookings/cancel-booking.ts',
    'bookings/rides/cancelled-ride.ts',
    'bookings/rides/end-ride.ts',
    'bookings/rides/ended-rides.ts',
    'bookings/rides/extend-booking.ts',
    'bookings/rides/extendable-ride.ts',
    'bookings/rides/unpaid-extension.ts',
    'catalogue/delete-or-archive.ts',
    'catalogue/pin-rotation.ts',
    'db/rule-sql.ts',
    'jobs/item-retries.ts',
    'payments/apply-payment.ts',
    'payments/due-orders.ts',
    'payments/orders.ts',
    'payments/provider/current-provider.ts',
    'payments/reconcile.ts',
    'payments/refunds/insert-refund.ts',
    'payments/refunds/leased-refunds.ts',
    'payments/refunds/refund-records.ts',
    'payments/refunds/send-refunds.ts',
    'payments/settle.ts',
    'payments/webhooks.ts',
    'slots/claims.ts',
    'slots/conditions.ts',
    'slots/hold-deadlines.ts',
    'slots/hold-expiry.ts',
    'slots/hold-limits.ts',
    'slots/next-taken.ts',
    'slots/reserve-result.ts',
    'slots/reserve.ts',
    'slots/ride-rows.ts'
  ])
  expect(MUTANTS.length).toBeGreaterThanOrEqual(25)
})

test.each(QUICK_TESTS)('the quick run includes the existing test %s', name => {
  expect(existsSync(`tests/model/${name}.test.ts`)).toBe(true)
})

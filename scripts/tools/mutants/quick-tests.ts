/** Tests of `tests/model` that find most mutants, below that folder. */
export const QUICK_TESTS: readonly string[] = [
  'bookings/hold-expiry',
  'bookings/hold-limits',
  'bookings/lives',
  'bookings/reserve-again',
  'bookings/slots-and-money',
  'payments/due-orders',
  'payments/orders',
  'payments/reconcile',
  'payments/refunds',
  'payments/settle',
  'runtime/item-retries'
]

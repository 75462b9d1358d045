/** Tests that detect most mutants, relative to `tests/model`. */
export const QUICK_TESTS: readonly string[] = [
  'bookings/buffer',
  'bookings/cancel-batch',
  'bookings/ended-rides',
  'bookings/extend-hold',
  'bookings/extension-choices',
  'bookings/hold-boundary',
  'bookings/hold-deadlines',
  'bookings/hold-limits',
  'bookings/simulation',
  'bookings/reserve-again',
  'bookings/return-boundary',
  'bookings/slots-and-money',
  'catalogue/pin-rotation',
  'payments/due-orders',
  'payments/orders',
  'payments/reconcile',
  'payments/refunds',
  'payments/settle',
  'runtime/item-retries'
]

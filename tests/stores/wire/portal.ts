import type { FaultCase } from './fault-case.ts'
import { bookingRows } from './portal/bookings.ts'
import { catalogueRows } from './portal/catalogue.ts'
import { formCaseRows } from './portal/forms.ts'
import { listRows } from './portal/lists.ts'
import { paymentRows } from './portal/payments.ts'
import { riderRows } from './portal/riders.ts'

// The calls of the portal's screens.

export const rows: readonly FaultCase[] = [
  ...listRows,
  ...formCaseRows,
  ...catalogueRows,
  ...riderRows,
  ...bookingRows,
  ...paymentRows
]

import { closedTexts } from '#contract/kit/endpoint-docs.ts'
import { PAYMENT_STATUSES } from '#domain/bookings/booking-status.ts'
import { paymentResult } from './browser-reports.ts'
import { dispute } from './disputes.ts'
import { refund } from './refunds.ts'

// The values of `ClosedText` fields, for the OpenAPI document. The browser does not load this file.

export const closed = [
  closedTexts(dispute, { payment_status: PAYMENT_STATUSES }),
  closedTexts(paymentResult, { payment_status: PAYMENT_STATUSES }),
  closedTexts(refund, { payment_status: PAYMENT_STATUSES })
]

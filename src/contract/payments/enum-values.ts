import { enumValues } from '#contract/kit/endpoint-docs.ts'
import { PAYMENT_STATUSES } from '#domain/bookings/booking-status.ts'
import { paymentResult } from './browser-reports.ts'
import { dispute } from './disputes.ts'
import { refund } from './refunds.ts'

// The values of `OpenEnum` fields, for the OpenAPI document. The browser does not load this file.

export const enums = [
  enumValues(dispute, { payment_status: PAYMENT_STATUSES }),
  enumValues(paymentResult, { payment_status: PAYMENT_STATUSES }),
  enumValues(refund, { payment_status: PAYMENT_STATUSES })
]

import { closedTexts } from '#contract/kit/endpoint-docs.ts'
import { SCOOTER_STATUSES } from '#domain/catalogue/scooter-status.ts'
import { scooterForAdmin } from './admin-scooters.ts'
import { scooter } from './scooters.ts'

// The values of `ClosedText` fields, for the OpenAPI document. The browser does not load this file.

export const closed = [
  closedTexts(scooter, { status: SCOOTER_STATUSES }),
  closedTexts(scooterForAdmin, { status: SCOOTER_STATUSES })
]

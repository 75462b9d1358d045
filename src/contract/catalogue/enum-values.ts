import { enumValues } from '#contract/kit/endpoint-docs.ts'
import { SCOOTER_STATUSES } from '#domain/catalogue/scooter-status.ts'
import { scooterForAdmin } from './admin-scooters.ts'
import { scooter } from './scooters.ts'

// The values of `OpenEnum` fields, for the OpenAPI document. The browser does not load this file.

export const enums = [
  enumValues(scooter, { status: SCOOTER_STATUSES }),
  enumValues(scooterForAdmin, { status: SCOOTER_STATUSES })
]

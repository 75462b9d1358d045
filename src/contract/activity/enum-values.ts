import { enumValues } from '#contract/kit/endpoint-docs.ts'
import { LOGGED_ACTIONS } from '#domain/portal/logged-actions.ts'
import { activityEntry } from './activity.ts'

// The values of `OpenEnum` fields, for the OpenAPI document. The browser does not load this file.

export const enums = [enumValues(activityEntry, { action: LOGGED_ACTIONS })]

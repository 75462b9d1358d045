import { closedTexts } from '#contract/kit/endpoint-docs.ts'
import { LOGGED_ACTIONS } from '#domain/activity.ts'
import { activityEntry } from './activity.ts'

// The values of `ClosedText` fields, for the OpenAPI document. The browser does not load this file.

export const closed = [closedTexts(activityEntry, { action: LOGGED_ACTIONS })]

import { callPage } from '#client/http/api.ts'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'
import { listAudits } from '#contract/admin/audits.ts'
import { createListStore } from './kit/create-list.ts'

/** External backends have no activity log. */
export const SUPPORTS_ACTIVITY_LOG = !IS_EXTERNAL_BACKEND

export const activity = createListStore({ fetchPage: query => callPage(listAudits, query) })

import { callPage } from '#client/http/api.ts'
import { listAudits } from '#contract/admin/audits.ts'
import { createListStore } from './kit/create-list.ts'

export const activity = createListStore({ fetchPage: query => callPage(listAudits, query) })

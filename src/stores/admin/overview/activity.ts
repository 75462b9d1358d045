import { callPage } from '#client/http/api.ts'
import { listActivity } from '#contract/activity/activity.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'

export const activity = createListStore({ name: 'activity', fetchPage: query => callPage(listActivity, query) })

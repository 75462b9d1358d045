import { callPage } from '#client/http/api.ts'
import { listPapers, listPinChanges } from '#contract/catalogue/admin-scooters.ts'
import { listProblems } from '#contract/problems/problems.ts'
import { OPEN_PROBLEMS, PIN_CHANGES_PAGE_SIZE } from '#domain/admin/screens.ts'
import { paperUrgency } from '#domain/catalogue/scooters.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'
import { currentTime } from '#stores/kit/current-time.ts'

// What is to do about scooters. Each view of their tab shows how much it is in the others.

/** The scooters whose lock needs a new PIN. */
export const pinChanges = createListStore({
  name: 'pinChanges',
  shows: ['pins'],
  fetchPage: query => callPage(listPinChanges, { ...query, per_page: String(PIN_CHANGES_PAGE_SIZE) }),
  isToDo: () => true
})
/** The first to end comes first. Those that end soon or have ended are to do. */
export const papers = createListStore({
  name: 'papers',
  shows: ['scooters'],
  fetchPage: query => callPage(listPapers, query),
  isToDo: ({ expires_on }) => expires_on !== null && paperUrgency(expires_on, dayOf(currentTime())) === 'urgent'
})
/** The open problems, unless its filter `state` says otherwise. */
export const problems = createListStore({
  name: 'problems',
  shows: ['problems', 'scooters'],
  fetchPage: query => callPage(listProblems, { ...OPEN_PROBLEMS, ...query }),
  isToDo: ({ state }) => state === 'open'
})

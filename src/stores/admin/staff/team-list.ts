import { callPage } from '#client/http/api.ts'
import { listTeam, type Member } from '#contract/staff/team.ts'
import { dayOf, dayText, parseInstant, timeText } from '#domain/time/india-time.ts'
import * as listsText from '#messages/admin/lists.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'

export const team = createListStore({
  name: 'team',
  shows: ['properties', 'team'],
  fetchPage: () => callPage(listTeam, {})
})

/** False once the link of an invitation no longer works. */
export const isLinkValid = ({ link_until }: Member, now: Date) => link_until !== null && parseInstant(link_until) > now

/** When the link of an invitation ends. */
export function untilText(iso: string): string {
  const until = parseInstant(iso)
  return listsText.dayAndTime(dayText(dayOf(until)), timeText(until))
}

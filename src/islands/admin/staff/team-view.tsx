import { lazyPart } from '#client/device/lazy-part.ts'
import type { Member } from '#contract/staff/team.ts'
import { CrudTab } from '#islands/admin/crud/crud-tab.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { useLazy, useOpen } from '#islands/admin/lazy-dialogs.tsx'
import { EmailText, RowButton } from '#islands/admin/list/cells.tsx'
import type { Column } from '#islands/admin/list/list-panel.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as teamText from '#messages/admin/team.ts'
import { isLinkValid, team, untilText } from '#stores/admin/staff/team-list.ts'
import { createLazyDialogs } from '#stores/kit/lazy-dialogs.ts'
import { $me } from '#stores/session/me.ts'

const dialogs = createLazyDialogs(lazyPart(() => import('./member-form.tsx')))

function statusOf(member: Member, now: Date): string {
  if (member.link_until === null) return teamText.members.joined
  return isLinkValid(member, now) ? teamText.invitedUntil(untilText(member.link_until)) : teamText.members.linkExpired
}

const COLUMNS: readonly Column<Member>[] = [
  {
    cell: ({ email, name }) => (
      <span className="text-lines">
        <span className="font-semibold">{name}</span>
        <span className="caption">
          <EmailText email={email} />
        </span>
      </span>
    ),
    heading: teamText.members.name,
    layout: 'main'
  },
  {
    cell: ({ properties, role }) =>
      teamText.roleAndProperties(
        role,
        properties.map(({ name }) => name)
      ),
    heading: teamText.members.role
  },
  { cell: (member, now) => <span className="numeric">{statusOf(member, now)}</span>, heading: teamText.members.status }
]

function NewLinkButton({ member }: { member: Member }) {
  const button = useOpen(dialogs)(`link ${member.id}`, ({ actions }) => actions.renewLink(member))
  const renewing = useLazy(dialogs, ({ actions }) => actions.$renewingIds)
  if (member.link_until === null) return null
  return (
    <RowButton
      {...button}
      isBusy={button.isBusy || renewing?.includes(member.id)}
      kind="ghost"
      label={teamText.members.newLink}
      row={member.name}
    />
  )
}

export function TeamView() {
  const me = useStore($me)
  const isMyself = ({ id }: Member) => typeof me === 'object' && me?.id === id
  return (
    <CrudTab
      caption={dashboardText.views.team}
      columns={COLUMNS}
      dialogs={dialogs}
      emptyIcon="user"
      getId={({ id }) => id}
      getName={({ name }) => name}
      isLocked={isMyself}
      list={team}
      messages={{ ...teamText.members, search: '', sorts: {} }}
      rowAction={member => <NewLinkButton member={member} />}
      title={dashboardText.views.team}
    />
  )
}

export const TeamPage = dashboardWith('team', TeamView)

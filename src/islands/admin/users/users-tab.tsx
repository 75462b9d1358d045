import type { User } from '#contract/riders/users.ts'
import { EmailText } from '#islands/admin/list/email-text.tsx'
import { filterByProperty } from '#islands/admin/list/filter-by-property.ts'
import { ListPanel } from '#islands/admin/list/list-panel.tsx'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { ListToolbar } from '#islands/admin/list/list-toolbar.tsx'
import { Thumb } from '#islands/admin/list/thumb.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboard from '#messages/admin/dashboard.ts'
import { users as text } from '#messages/admin/users/users.ts'
import { $propertyOptions, users } from '#stores/admin/dashboard-lists.ts'
import { DeleteRiderDialog } from './delete-rider-dialog.tsx'
import { LicenceDialog } from './licence-dialog.tsx'
import { RiderMessagesDialog } from './rider-messages-dialog.tsx'
import { UserActions } from './user-actions.tsx'

const COLUMNS: readonly Column<User>[] = [
  {
    cell: ({ name, profile_image_url }) => (
      <span className="flex items-center gap-3 font-semibold">
        <Thumb image_url={profile_image_url} fallbackIcon="user" round />
        {name}
      </span>
    ),
    heading: text.rider,
    layout: 'main',
    sort: 'name'
  },
  {
    cell: ({ email }) => (
      <span className="muted">
        <EmailText email={email} />
      </span>
    ),
    heading: text.email,
    sort: 'email'
  },
  { cell: ({ phone }) => <span className="numeric whitespace-nowrap">{phone}</span>, heading: text.phone },
  { cell: ({ property_name }) => property_name ?? '–', heading: text.property }
]

export function UsersTab() {
  const propertyOptions = useStore($propertyOptions)
  return (
    <div className="grid gap-5">
      <ListToolbar filters={[filterByProperty(propertyOptions)]} list={users} search={text.search} sorts={text.sorts} />
      <ListPanel
        actions={user => <UserActions user={user} />}
        caption={dashboard.tabs.users}
        columns={COLUMNS}
        empty={{ icon: 'user', text: text.emptyText, title: text.empty }}
        getId={({ id }) => id}
        list={users}
        kind="wide"
      />
      <LicenceDialog />
      <DeleteRiderDialog />
      <RiderMessagesDialog />
    </div>
  )
}

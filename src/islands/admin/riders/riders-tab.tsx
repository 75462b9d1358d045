import type { RiderForAdmin } from '#contract/riders/admin-riders.ts'
import { EmailText } from '#islands/admin/list/email-text.tsx'
import { filterByProperty } from '#islands/admin/list/filter-by-property.ts'
import { ListPanel } from '#islands/admin/list/list-panel.tsx'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { ListToolbar } from '#islands/admin/list/list-toolbar.tsx'
import { PhotoDialog } from '#islands/admin/list/photo-dialog.tsx'
import { Thumbnail } from '#islands/admin/list/thumbnail.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboard from '#messages/admin/dashboard.ts'
import { noValue } from '#messages/admin/lists.ts'
import { licencePhoto, riders as text } from '#messages/admin/riders.ts'
import { $propertyOptions, riders } from '#stores/admin/dashboard-lists.ts'
import { licenceDialog } from '#stores/admin/riders.ts'
import { DeleteRiderDialog } from './delete-rider-dialog.tsx'
import { RiderActions } from './rider-actions.tsx'
import { RiderMessagesDialog } from './rider-messages-dialog.tsx'

const COLUMNS: readonly Column<RiderForAdmin>[] = [
  {
    cell: ({ name, profile_image_url }) => (
      <span className="flex items-center gap-3 font-semibold">
        <Thumbnail image_url={profile_image_url} fallbackIcon="user" isRound />
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
  { cell: ({ property_name }) => property_name ?? noValue, heading: text.property }
]

export function RidersTab() {
  const propertyOptions = useStore($propertyOptions)
  return (
    <div className="grid gap-5">
      <ListToolbar
        filters={[filterByProperty(propertyOptions)]}
        list={riders}
        search={text.search}
        sorts={text.sorts}
      />
      <ListPanel
        actions={rider => <RiderActions rider={rider} />}
        caption={dashboard.tabs.users}
        columns={COLUMNS}
        empty={{ icon: 'user', text: text.emptyText, title: text.empty }}
        getId={({ id }) => id}
        list={riders}
        kind="wide"
      />
      <PhotoDialog dialog={licenceDialog} nameOf={({ name }) => name} text={licencePhoto} />
      <DeleteRiderDialog />
      <RiderMessagesDialog />
    </div>
  )
}

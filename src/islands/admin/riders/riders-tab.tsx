import type { RiderForAdmin } from '#contract/riders/admin-riders.ts'
import { BlockedDeletionDialog, RowQuestion } from '#islands/admin/crud/crud-dialogs.tsx'
import { EmailText, Thumbnail } from '#islands/admin/list/cells.tsx'
import { ListPanel } from '#islands/admin/list/list-panel.tsx'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { filterByProperty, ListToolbar } from '#islands/admin/list/list-toolbar.tsx'
import { PhotoDialog } from '#islands/admin/list/photo-dialog.tsx'
import { RiderActions } from '#islands/admin/riders/rider-actions.tsx'
import { RiderMessagesDialog } from '#islands/admin/riders/rider-messages-dialog.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as forms from '#messages/admin/forms.ts'
import * as lists from '#messages/admin/lists.ts'
import { noValue } from '#messages/admin/lists.ts'
import { licencePhoto, riders as text } from '#messages/admin/riders.ts'
import * as labels from '#messages/labels.ts'
import { blockedByRides } from '#stores/admin/crud/crud.ts'
import { $propertyOptions, riders } from '#stores/admin/dashboard-lists.ts'
import { deleteRiderDialog, licenceDialog } from '#stores/admin/riders.ts'

export function DeleteRiderDialog() {
  const rider = useStore(deleteRiderDialog.$row)
  const blocker = rider && blockedByRides(rider.rides_ahead, { bookings: { q: rider.email }, title: text.cannotDelete })
  if (blocker) return <BlockedDeletionDialog blocker={blocker} name={rider.name} onClose={deleteRiderDialog.cancel} />
  return <DeleteRiderQuestion />
}

function DeleteRiderQuestion() {
  const rider = useStore(deleteRiderDialog.$row)
  return (
    <RowQuestion
      busyLabel={forms.deleting}
      cancelLabel={labels.cancel}
      confirmLabel={lists.deleteLabel}
      dialog={deleteRiderDialog}
      isDestructive
      title={text.deleteQuestion}
    >
      {rider && (
        <>
          <p className="grid wrap-anywhere">
            <span className="font-semibold">{rider.name}</span>
            <span className="caption">
              <EmailText email={rider.email} />
            </span>
          </p>
          <p className="muted">{text.deleteText}</p>
        </>
      )}
    </RowQuestion>
  )
}

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

import type { RiderForAdmin } from '#contract/riders/admin-riders.ts'
import { IS_BACKEND_EMBEDDED } from '#domain/backend.ts'
import { licenceIdFromUrl } from '#domain/uploads/urls.ts'
import { BlockedDeletionDialog, PhotoDialog, RowQuestion } from '#islands/admin/crud/crud-dialogs.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { EmailText, PicturedName, RowButton } from '#islands/admin/list/cells.tsx'
import { type Column, ListLink, ListPanel } from '#islands/admin/list/list-panel.tsx'
import { ListToolbar, usePropertyFilter } from '#islands/admin/list/list-toolbar.tsx'
import { RiderMessagesDialog } from '#islands/admin/rider-messages.tsx'
import { IconButton } from '#islands/ui/controls/button.tsx'
import { PhotoInput } from '#islands/ui/controls/photo-field.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as forms from '#messages/admin/forms.ts'
import * as lists from '#messages/admin/lists.ts'
import { licencePhoto, riderMessages, riders as text } from '#messages/admin/riders.ts'
import * as labels from '#messages/labels.ts'
import { bookingsOfRider } from '#stores/admin/booking-actions.ts'
import { blockedByRides, paidBookingsOf } from '#stores/admin/crud/crud.ts'
import { riders } from '#stores/admin/dashboard-lists.ts'
import {
  $uploadingPhotoIds,
  deleteRiderDialog,
  licenceDialog,
  openRiderMessages,
  uploadPhoto
} from '#stores/admin/riders.ts'

const COLUMNS: readonly Column<RiderForAdmin>[] = [
  {
    cell: ({ name, profile_image_url }) => (
      <PicturedName image_url={profile_image_url} fallbackIcon="user" name={name} isRound />
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
  { cell: ({ property_name }) => property_name ?? lists.noValue, heading: text.property }
]

export function RidersTab() {
  const propertyFilter = usePropertyFilter()
  return (
    <div className="grid gap-5">
      <ListToolbar filters={[propertyFilter]} list={riders} search={text.search} sorts={text.sorts} />
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

export const RidersDashboard = dashboardWith({ users: RidersTab })

function RiderActions({ rider }: { rider: RiderForAdmin }) {
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2 @min-[62rem]/wide-table:flex-nowrap">
      <ViewLicenceButton rider={rider} />
      <UpdatePhotoButton rider={rider} />
      {IS_BACKEND_EMBEDDED && (
        <>
          <ListLink
            className="btn btn-ghost btn-small"
            label={lists.actionOn(dashboard.tabs.bookings, rider.name)}
            query={bookingsOfRider(rider.id, rider.name)}
            tab="bookings"
          >
            {dashboard.tabs.bookings}
          </ListLink>
          <RowButton
            kind="ghost"
            label={riderMessages.open}
            onClick={() => void openRiderMessages(rider)}
            row={rider.name}
          />
          <IconButton
            icon="bin"
            label={lists.actionOn(lists.deleteLabel, rider.name)}
            onClick={() => deleteRiderDialog.open(rider)}
          />
        </>
      )}
    </div>
  )
}

/** A photo in cloud storage opens in a new tab. A photo in our own storage opens in the dialog. */
function ViewLicenceButton({ rider }: { rider: RiderForAdmin }) {
  const url = rider.license_photo_url ?? ''
  if (url.startsWith('https://')) {
    return (
      <a
        aria-label={lists.actionOn(text.viewLicenceNewTab, rider.name)}
        className="btn btn-ghost btn-small"
        href={url}
        rel="noreferrer"
        target="_blank"
      >
        {text.viewLicence}
      </a>
    )
  }
  if (licenceIdFromUrl(url) === null) return null
  return (
    <RowButton kind="ghost" label={text.viewLicence} onClick={() => void licenceDialog.open(rider)} row={rider.name} />
  )
}

/** The file input covers the button, so that keyboard focus and clicks reach the input itself. */
function UpdatePhotoButton({ rider }: { rider: RiderForAdmin }) {
  const isUploading = useStore($uploadingPhotoIds).includes(rider.id)
  return (
    <label aria-busy={isUploading || undefined} className="btn btn-secondary btn-small file-button">
      {isUploading ? text.updatingPhoto : text.updatePhoto}
      <PhotoInput
        aria-label={lists.actionOn(text.updatePhoto, rider.name)}
        disabled={isUploading}
        onChoose={photo => void uploadPhoto(rider, photo)}
      />
    </label>
  )
}

function DeleteRiderDialog() {
  const rider = useStore(deleteRiderDialog.$row)
  const blocker =
    rider && blockedByRides(rider.rides_ahead, { bookings: paidBookingsOf('user_id', rider), title: text.cannotDelete })
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

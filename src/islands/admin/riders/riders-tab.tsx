import { lazyPart } from '#client/device/lazy-part.ts'
import type { RiderForAdmin } from '#contract/riders/admin-riders.ts'
import { HAS_DESK, HAS_RIDER_FILES } from '#domain/backend.ts'
import { licenceIdFromUrl } from '#domain/uploads/urls.ts'
import { BlockedDeletionDialog } from '#islands/admin/crud/crud-dialogs.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { LoadedDialogs, useLazy } from '#islands/admin/lazy-dialogs.tsx'
import { EmailOrGuest, PicturedName, RowButton } from '#islands/admin/list/cells.tsx'
import { type Column, ListPanel } from '#islands/admin/list/list-panel.tsx'
import { ListToolbar, usePropertyFilter } from '#islands/admin/list/list-toolbar.tsx'
import { PhotoDialog, RowQuestion } from '#islands/admin/list/row-dialogs.tsx'
import { NewGuestButton, NewGuestPanel } from '#islands/admin/riders/new-guest-button.tsx'
import { ListLink } from '#islands/admin/shell.tsx'
import { IconButton } from '#islands/ui/controls/button.tsx'
import { PhotoInput } from '#islands/ui/controls/photo-input.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as reviewText from '#messages/admin/review.ts'
import * as ridersText from '#messages/admin/riders.ts'
import { blockedByRides, bookingsOfRider, paidBookingsOf } from '#stores/admin/bookings/booking-queries.ts'
import { riders } from '#stores/admin/riders/rider-lists.ts'
import { $uploadingPhotoIds, deleteRiderDialog, licenceDialog, uploadPhoto } from '#stores/admin/riders/riders.ts'
import { createLazyDialogs } from '#stores/kit/lazy-dialogs.ts'

const dialogs = createLazyDialogs(lazyPart(() => import('./rider-panel.tsx')))

const COLUMNS: readonly Column<RiderForAdmin>[] = [
  {
    cell: ({ is_suspended, leaves_on, license_status, name, profile_image_url }) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PicturedName image_url={profile_image_url} fallbackIcon="user" name={name} isRound />
        {is_suspended && <StatusBadge label={reviewText.badges.suspended} status="suspended" />}
        {license_status === 'rejected' && <StatusBadge label={reviewText.badges.rejected} status="rejected" />}
        {leaves_on && <StatusBadge label={reviewText.badges.leaving} status="leaving" />}
      </span>
    ),
    heading: ridersText.list.rider,
    layout: 'main',
    sort: 'name'
  },
  {
    cell: ({ email }) => (
      <span className="muted">
        <EmailOrGuest email={email} />
      </span>
    ),
    heading: ridersText.list.email,
    sort: 'email'
  },
  { cell: ({ phone }) => <span className="numeric whitespace-nowrap">{phone}</span>, heading: ridersText.list.phone },
  { cell: ({ property_name }) => property_name ?? listsText.noValue, heading: ridersText.list.property }
]

const openText = (name: string) => listsText.actionOn(reviewText.riderPanel.open, name)
const openFile = (rider: RiderForAdmin) => void dialogs.open(rider.id, ({ actions }) => actions.openRider(rider))
const OPENER = { label: ({ name }: RiderForAdmin) => openText(name), open: openFile }

const newGuest = () => ({
  onAdded: openFile,
  property_id: riders.$query.get().filters.property_id,
  chooseText: openText
})

export function RidersTab() {
  const propertyFilter = usePropertyFilter()
  const opened = useLazy(dialogs, ({ actions }) => actions.$openRider)
  const pressed = useStore(dialogs.$pressed)
  return (
    <div className="list-section">
      <ListToolbar
        add={HAS_DESK && <NewGuestButton guest={newGuest} textClass="max-md:sr-only" />}
        filters={[propertyFilter]}
        list={riders}
        search={ridersText.list.search}
        sorts={ridersText.list.sorts}
      />
      <ListPanel
        actions={rider => <RiderActions rider={rider} />}
        caption={dashboardText.tabs.users}
        columns={COLUMNS}
        empty={{ icon: 'user', text: ridersText.list.emptyText, title: ridersText.list.empty }}
        getId={({ id }) => id}
        list={riders}
        kind="wide"
        {...(HAS_RIDER_FILES && { currentId: opened?.id ?? pressed, opener: OPENER })}
      />
      {HAS_RIDER_FILES ? (
        <>
          <LoadedDialogs dialogs={dialogs} />
          <NewGuestPanel />
        </>
      ) : (
        <PhotoDialog dialog={licenceDialog} nameOf={({ name }) => name} text={ridersText.licencePhoto} />
      )}
      <DeleteRiderDialog />
    </div>
  )
}

function RiderActions({ rider }: { rider: RiderForAdmin }) {
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2 @min-[62rem]/wide-table:flex-nowrap">
      {!HAS_RIDER_FILES && <ViewLicenceButton rider={rider} />}
      <UpdatePhotoButton rider={rider} />
      {HAS_RIDER_FILES && (
        <>
          <ListLink
            className="btn btn-ghost btn-small"
            label={listsText.actionOn(dashboardText.tabs.bookings, rider.name)}
            query={bookingsOfRider(rider.id, rider.name)}
            screen="bookings"
          >
            {dashboardText.tabs.bookings}
          </ListLink>
          <IconButton
            icon="bin"
            label={listsText.actionOn(listsText.deleteLabel, rider.name)}
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
        aria-label={listsText.actionOn(ridersText.list.viewLicenceNewTab, rider.name)}
        className="btn btn-ghost btn-small"
        href={url}
        rel="noreferrer"
        target="_blank"
      >
        {ridersText.list.viewLicence}
      </a>
    )
  }
  if (licenceIdFromUrl(url) === null) return null
  return (
    <RowButton
      kind="ghost"
      label={ridersText.list.viewLicence}
      onClick={() => void licenceDialog.open(rider)}
      row={rider.name}
    />
  )
}

function UpdatePhotoButton({ rider }: { rider: RiderForAdmin }) {
  const isUploading = useStore($uploadingPhotoIds).includes(rider.id)
  return (
    <label aria-busy={isUploading || undefined} className="btn btn-secondary btn-small file-button">
      {isUploading ? ridersText.list.updatingPhoto : ridersText.list.updatePhoto}
      <PhotoInput
        aria-label={listsText.actionOn(ridersText.list.updatePhoto, rider.name)}
        disabled={isUploading}
        onChoose={photo => void uploadPhoto(rider, photo)}
      />
    </label>
  )
}

function DeleteRiderDialog() {
  const rider = useStore(deleteRiderDialog.$row)
  const blocker =
    rider &&
    blockedByRides(rider.rides_ahead, {
      bookings: paidBookingsOf('user_id', rider),
      title: ridersText.list.cannotDelete
    })
  if (blocker) return <BlockedDeletionDialog blocker={blocker} name={rider.name} onClose={deleteRiderDialog.cancel} />
  return (
    <RowQuestion
      busyLabel={formsText.deleting}
      confirmLabel={listsText.deleteLabel}
      dialog={deleteRiderDialog}
      isDestructive
      title={ridersText.list.deleteQuestion}
    >
      {rider && (
        <>
          <p className="grid wrap-anywhere">
            <span className="font-semibold">{rider.name}</span>
            <span className="caption">
              <EmailOrGuest email={rider.email} />
            </span>
          </p>
          <p className="muted">{ridersText.list.deleteText}</p>
        </>
      )}
    </RowQuestion>
  )
}

export const UsersPage = dashboardWith('users', RidersTab)

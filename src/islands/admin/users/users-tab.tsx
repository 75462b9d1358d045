import type { User } from '#contract/riders/users.ts'
import { licenceIdFromUrl } from '#domain/licence-address.ts'
import { EmailText } from '#islands/admin/list/email-text.tsx'
import { ListPanel } from '#islands/admin/list/list-panel.tsx'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { ListToolbar } from '#islands/admin/list/list-toolbar.tsx'
import { propertyFilter } from '#islands/admin/list/property-filter.ts'
import { Thumb } from '#islands/admin/list/thumb.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { IconButton } from '#islands/ui/controls/icon-button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as portal from '#messages/portal/general.ts'
import { users as text } from '#messages/portal/users.ts'
import { $propertyOptions, users } from '#stores/admin/dashboard-lists.ts'
import { openLicence } from '#stores/admin/users/licences.ts'
import { CAN_DELETE_RIDERS, deleteRiderDialog } from '#stores/admin/users/rider-deletion.ts'
import { $uploadingPhotoIds, uploadPhoto } from '#stores/admin/users/users.ts'
import { DeleteRiderDialog } from './delete-rider-question.tsx'
import { LicenceDialog } from './licence-dialog.tsx'

const COLUMNS: readonly Column<User>[] = [
  {
    cell: ({ name, profile_image_url }) => (
      <span className="flex items-center gap-3 font-semibold">
        <Thumb image_url={profile_image_url} fallbackIcon="user" round />
        {name}
      </span>
    ),
    heading: text.user,
    layout: 'main',
    sort: 'name'
  },
  {
    cell: ({ email }) => (
      <span className="sub">
        <EmailText email={email} />
      </span>
    ),
    heading: text.email,
    sort: 'email'
  },
  { cell: ({ phone }) => <span className="num whitespace-nowrap">{phone}</span>, heading: text.phone },
  { cell: ({ property_name }) => property_name ?? '–', heading: text.property }
]

/** The file input covers the button, so that keyboard focus and clicks reach the input itself. */
function UpdatePhotoButton({ user }: { user: User }) {
  const updating = useStore($uploadingPhotoIds).includes(user.id)
  return (
    <label aria-busy={updating || undefined} className="btn btn-secondary btn-small file-button">
      {updating ? text.updatingPhoto : text.updatePhoto}
      <input
        accept="image/*"
        aria-label={portal.actionOn(text.updatePhoto, user.name)}
        disabled={updating}
        onChange={event => {
          const [image] = event.target.files ?? []
          if (image) void uploadPhoto(user, image)
          event.target.value = ''
        }}
        type="file"
      />
    </label>
  )
}

/** A photo in cloud storage opens in a new tab. A photo in our own storage opens in the dialog. */
function ViewLicenceButton({ user }: { user: User }) {
  const url = user.license_photo_url ?? ''
  if (url.startsWith('https://')) {
    return (
      <a
        aria-label={portal.actionOn(text.viewLicenceNewTab, user.name)}
        className="btn btn-quiet btn-small"
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
    <Button
      aria-label={portal.actionOn(text.viewLicence, user.name)}
      kind="quiet"
      onClick={() => void openLicence(user)}
      small
    >
      {text.viewLicence}
    </Button>
  )
}

function RowActions({ user }: { user: User }) {
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2 @min-[62rem]/wordy:flex-nowrap">
      <ViewLicenceButton user={user} />
      <UpdatePhotoButton user={user} />
      {CAN_DELETE_RIDERS && (
        <IconButton
          icon="bin"
          label={portal.actionOn(portal.remove, user.name)}
          onClick={() => deleteRiderDialog.open(user)}
        />
      )}
    </div>
  )
}

export function UsersTab() {
  const propertyOptions = useStore($propertyOptions)
  return (
    <div className="grid gap-5">
      <ListToolbar filters={[propertyFilter(propertyOptions)]} list={users} search={text.search} sorts={text.sorts} />
      <ListPanel
        actions={user => <RowActions user={user} />}
        caption={portal.tabs.users}
        columns={COLUMNS}
        empty={{ icon: 'user', text: text.emptyText, title: text.empty }}
        getId={({ id }) => id}
        list={users}
        needsWideScreen
      />
      <LicenceDialog />
      <DeleteRiderDialog />
    </div>
  )
}

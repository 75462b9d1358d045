import type { User } from '#contract/riders/users.ts'
import { licenceIdIn } from '#domain/licence-address.ts'
import { EmailText } from '#islands/admin/list/email-text.tsx'
import { ListPanel } from '#islands/admin/list/list-panel.tsx'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { ListToolbar } from '#islands/admin/list/list-toolbar.tsx'
import { propertyFilter } from '#islands/admin/list/property-filter.ts'
import { Thumb } from '#islands/admin/list/thumb.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { IconButton } from '#islands/ui/controls/icon-button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as portal from '#messages/portal.ts'
import { users as text } from '#messages/portal.ts'
import { $places, users } from '#stores/admin/dashboard-lists.ts'
import { viewLicence } from '#stores/admin/users/licences.ts'
import { CAN_DELETE_RIDERS, deleting } from '#stores/admin/users/rider-deletion.ts'
import { $updating, updatePhoto } from '#stores/admin/users/users.ts'
import { DeleteRiderQuestion } from './delete-rider-question.tsx'
import { LicenceDialog } from './licence-dialog.tsx'

const COLUMNS: readonly Column<User>[] = [
  {
    cell: ({ name, profile_image_url }) => (
      <span className="flex items-center gap-3 font-semibold">
        <Thumb image_url={profile_image_url} otherwise="user" round />
        {name}
      </span>
    ),
    head: text.user,
    place: 'main',
    sort: 'name'
  },
  {
    cell: ({ email }) => (
      <span className="sub">
        <EmailText email={email} />
      </span>
    ),
    head: text.email,
    sort: 'email'
  },
  { cell: ({ phone }) => <span className="num whitespace-nowrap">{phone}</span>, head: text.phone },
  { cell: ({ property_name }) => property_name ?? '–', head: text.property }
]

/** The file input lies over its button, so that the keyboard reaches it and a press opens the files. */
function UpdatePhoto({ user }: { user: User }) {
  const updating = useStore($updating).includes(user.id)
  return (
    <label aria-busy={updating || undefined} className="btn btn-secondary btn-small file-button">
      {updating ? text.updatingPhoto : text.updatePhoto}
      <input
        accept="image/*"
        aria-label={portal.named(text.updatePhoto, user.name)}
        disabled={updating}
        onChange={event => {
          const [image] = event.target.files ?? []
          if (image) void updatePhoto(user, image)
          event.target.value = ''
        }}
        type="file"
      />
    </label>
  )
}

/** What lies in the cloud is opened there; what lies with us is shown here. */
function ViewLicence({ user }: { user: User }) {
  const url = user.license_photo_url ?? ''
  if (url.startsWith('https://')) {
    return (
      <a
        aria-label={portal.named(text.licenceElsewhere, user.name)}
        className="btn btn-quiet btn-small"
        href={url}
        rel="noreferrer"
        target="_blank"
      >
        {text.viewLicence}
      </a>
    )
  }
  if (licenceIdIn(url) === null) return null
  return (
    <Button
      aria-label={portal.named(text.viewLicence, user.name)}
      kind="quiet"
      onClick={() => void viewLicence(user)}
      small
    >
      {text.viewLicence}
    </Button>
  )
}

function RowActions({ user }: { user: User }) {
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2 @min-[62rem]/wordy:flex-nowrap">
      <ViewLicence user={user} />
      <UpdatePhoto user={user} />
      {CAN_DELETE_RIDERS && (
        <IconButton icon="bin" label={portal.named(portal.remove, user.name)} onClick={() => deleting.ask(user)} />
      )}
    </div>
  )
}

export function UsersTab() {
  const places = useStore($places)
  return (
    <div className="grid gap-5">
      <ListToolbar filters={[propertyFilter(places)]} listing={users} search={text.search} sorts={text.sorts} />
      <ListPanel
        actions={user => <RowActions user={user} />}
        caption={portal.tabs.users}
        columns={COLUMNS}
        empty={{ icon: 'user', text: text.emptyText, title: text.empty }}
        idOf={({ id }) => id}
        listing={users}
        wordy
      />
      <LicenceDialog />
      <DeleteRiderQuestion />
    </div>
  )
}

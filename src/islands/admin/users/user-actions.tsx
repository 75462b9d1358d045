import type { User } from '#contract/riders/users.ts'
import { licenceIdFromUrl } from '#domain/uploads/licence-address.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { IconButton } from '#islands/ui/controls/icon-button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as lists from '#messages/admin/lists.ts'
import { riderMessages } from '#messages/admin/users/rider-messages.ts'
import { users as text } from '#messages/admin/users/users.ts'
import { openLicence } from '#stores/admin/users/licences.ts'
import { deleteRiderDialog } from '#stores/admin/users/rider-deletion.ts'
import { openRiderMessages } from '#stores/admin/users/rider-messages.ts'
import { $uploadingPhotoIds, uploadPhoto } from '#stores/admin/users/users.ts'
import { HAS_MESSAGES, HAS_RIDER_DELETION } from '#stores/kit/backend-features.ts'

/** The file input covers the button, so that keyboard focus and clicks reach the input itself. */
function UpdatePhotoButton({ user }: { user: User }) {
  const updating = useStore($uploadingPhotoIds).includes(user.id)
  return (
    <label aria-busy={updating || undefined} className="btn btn-secondary btn-small file-button">
      {updating ? text.updatingPhoto : text.updatePhoto}
      <input
        accept="image/*"
        aria-label={lists.actionOn(text.updatePhoto, user.name)}
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
        aria-label={lists.actionOn(text.viewLicenceNewTab, user.name)}
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
    <Button
      aria-label={lists.actionOn(text.viewLicence, user.name)}
      kind="ghost"
      onClick={() => void openLicence(user)}
      small
    >
      {text.viewLicence}
    </Button>
  )
}

export function UserActions({ user }: { user: User }) {
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2 @min-[62rem]/wide-table:flex-nowrap">
      <ViewLicenceButton user={user} />
      <UpdatePhotoButton user={user} />
      {HAS_MESSAGES && (
        <Button
          aria-label={lists.actionOn(riderMessages.open, user.name)}
          kind="ghost"
          onClick={() => void openRiderMessages(user)}
          small
        >
          {riderMessages.open}
        </Button>
      )}
      {HAS_RIDER_DELETION && (
        <IconButton
          icon="bin"
          label={lists.actionOn(lists.remove, user.name)}
          onClick={() => deleteRiderDialog.open(user)}
        />
      )}
    </div>
  )
}

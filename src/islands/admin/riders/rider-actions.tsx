import type { RiderForAdmin } from '#contract/riders/admin-riders.ts'
import { licenceIdFromUrl } from '#domain/uploads/upload-urls.ts'
import { Button, IconButton } from '#islands/ui/controls/button.tsx'

import { PhotoInput } from '#islands/ui/controls/photo-input.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as lists from '#messages/admin/lists.ts'
import { riderMessages, riders as text } from '#messages/admin/riders.ts'
import {
  $uploadingPhotoIds,
  deleteRiderDialog,
  licenceDialog,
  openRiderMessages,
  uploadPhoto
} from '#stores/admin/riders.ts'
import { HAS_MESSAGES, HAS_RIDER_DELETION } from '#stores/kit/backend-features.ts'

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
    <Button
      aria-label={lists.actionOn(text.viewLicence, rider.name)}
      kind="ghost"
      onClick={() => void licenceDialog.open(rider)}
      isSmall
    >
      {text.viewLicence}
    </Button>
  )
}

export function RiderActions({ rider }: { rider: RiderForAdmin }) {
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2 @min-[62rem]/wide-table:flex-nowrap">
      <ViewLicenceButton rider={rider} />
      <UpdatePhotoButton rider={rider} />
      {HAS_MESSAGES && (
        <Button
          aria-label={lists.actionOn(riderMessages.open, rider.name)}
          kind="ghost"
          onClick={() => void openRiderMessages(rider)}
          isSmall
        >
          {riderMessages.open}
        </Button>
      )}
      {HAS_RIDER_DELETION && (
        <IconButton
          icon="bin"
          label={lists.actionOn(lists.deleteLabel, rider.name)}
          onClick={() => deleteRiderDialog.open(rider)}
        />
      )}
    </div>
  )
}

import { Button } from '#islands/ui/controls/button.tsx'
import { ErrorState } from '#islands/ui/feedback/error-state.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { SkeletonBlock } from '#islands/ui/feedback/skeleton-block.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { returning as text } from '#messages/admin/bookings/ride-return.ts'
import * as forms from '#messages/admin/forms.ts'
import {
  $photographedBooking,
  $returnPhoto,
  closeReturnPhoto,
  openReturnPhoto
} from '#stores/admin/bookings/return-photo.ts'

function Loading() {
  return (
    <>
      <p className="sr-only" role="status">
        {text.photoLoading}
      </p>
      <SkeletonBlock className="h-64 rounded-slot" />
    </>
  )
}

/** Some browsers cannot show every phone's photo format, so the photo can also be downloaded. */
function Photo({ alt, file, url }: { alt: string; file: string; url: string }) {
  return (
    <>
      <img alt={alt} className="max-h-[60vh] w-full rounded-slot bg-sunken object-contain" src={url} />
      <p className="caption">{text.photoKept}</p>
      <a className="link justify-self-start" download={file} href={url}>
        {text.savePhoto}
      </a>
    </>
  )
}

/** The photo of the parked scooter. It is released when the dialog closes. */
export function ReturnPhotoDialog() {
  const booking = useStore($photographedBooking)
  const photo = useStore($returnPhoto)
  return (
    <Modal onClose={closeReturnPhoto} open={booking !== null} title={text.photo}>
      {booking && <p className="font-semibold wrap-anywhere">{booking.scooter_name}</p>}
      {photo === 'loading' && <Loading />}
      {photo === 'missing' && <Note kind="info">{text.photoMissing}</Note>}
      {photo === 'failed' && booking && (
        <ErrorState retry={() => void openReturnPhoto(booking)} title={text.photoFailed} />
      )}
      {typeof photo === 'object' && booking && <Photo {...photo} alt={text.photoOf(booking.scooter_name)} />}
      <div className="mt-3 grid md:justify-end">
        <Button kind="secondary" onClick={closeReturnPhoto}>
          {forms.close}
        </Button>
      </div>
    </Modal>
  )
}

import { Button } from '#islands/ui/controls/button.tsx'
import { ErrorState } from '#islands/ui/feedback/error-state.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { SkeletonBlock } from '#islands/ui/feedback/skeleton-block.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as forms from '#messages/admin/forms.ts'
import { riders as text } from '#messages/admin/riders/riders.ts'
import { $licence, $licenceRider, closeLicence, openLicence } from '#stores/admin/riders/licences.ts'

function Loading() {
  return (
    <>
      <p className="sr-only" role="status">
        {text.licenceLoading}
      </p>
      <SkeletonBlock className="h-64 rounded-slot" />
    </>
  )
}

/** Some browsers cannot show every phone's photo format, so the photo can also be downloaded. */
function Photo({ file, name, url }: { file: string; name: string; url: string }) {
  return (
    <>
      <img alt={text.licenceOf(name)} className="max-h-[60vh] w-full rounded-slot bg-sunken object-contain" src={url} />
      <p className="caption">{text.licenceLogged}</p>
      <a className="link justify-self-start" download={file} href={url}>
        {text.saveLicence}
      </a>
    </>
  )
}

/** Licence photos are identity documents. This dialog releases the photo when it closes. */
export function LicenceDialog() {
  const rider = useStore($licenceRider)
  const licence = useStore($licence)
  return (
    <Modal onClose={closeLicence} open={rider !== null} title={text.licence}>
      {rider && <p className="font-semibold wrap-anywhere">{rider.name}</p>}
      {licence === 'loading' && <Loading />}
      {licence === 'missing' && <Note kind="info">{text.licenceMissing}</Note>}
      {licence === 'failed' && rider && <ErrorState retry={() => void openLicence(rider)} title={text.licenceFailed} />}
      {typeof licence === 'object' && rider && <Photo {...licence} name={rider.name} />}
      <div className="mt-3 grid md:justify-end">
        <Button kind="secondary" onClick={closeLicence}>
          {forms.close}
        </Button>
      </div>
    </Modal>
  )
}

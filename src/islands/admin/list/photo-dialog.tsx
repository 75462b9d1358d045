import { Button } from '#islands/ui/controls/button.tsx'
import { ErrorState } from '#islands/ui/feedback/error-state.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { Loading, SkeletonBlock } from '#islands/ui/feedback/skeleton.tsx'

import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as labels from '#messages/labels.ts'
import type { PhotoDialogStore } from '#stores/admin/kit/photo-dialog.ts'

interface PhotoText {
  /** What the photo shows. */
  alt: (name: string) => string
  failed: string
  loading: string
  missing: string
  /** How the photo is kept or logged. */
  notice: string
  save: string
  title: string
}

interface PhotoDialogProps<Row> {
  dialog: PhotoDialogStore<Row>
  nameOf: (row: Row) => string
  text: PhotoText
}

/** The photo of a row, which only admins see. It is released when the dialog closes. */
export function PhotoDialog<Row>({ dialog, nameOf, text }: PhotoDialogProps<Row>) {
  const row = useStore(dialog.$row)
  return (
    <Modal onClose={dialog.close} isOpen={row !== null} title={text.title}>
      {row !== null && <p className="font-semibold wrap-anywhere">{nameOf(row)}</p>}
      {row !== null && <DialogPhoto {...{ dialog, nameOf, row, text }} />}
      <div className="mt-3 grid md:justify-end">
        <Button kind="secondary" onClick={dialog.close}>
          {labels.close}
        </Button>
      </div>
    </Modal>
  )
}

/** Some browsers cannot show every phone's photo format, so the photo can also be downloaded. */
function DialogPhoto<Row>({ dialog, nameOf, row, text }: PhotoDialogProps<Row> & { row: Row }) {
  const photo = useStore(dialog.$photo)
  if (photo === 'missing') return <Note kind="info">{text.missing}</Note>
  if (photo === 'failed') return <ErrorState onRetry={() => void dialog.open(row)} title={text.failed} />
  if (photo === 'loading') {
    return (
      <Loading label={text.loading}>
        <SkeletonBlock className="h-64 rounded-slot" />
      </Loading>
    )
  }
  return (
    <>
      <img
        alt={text.alt(nameOf(row))}
        className="max-h-[60vh] w-full rounded-slot bg-sunken object-contain"
        src={photo.url}
      />
      <p className="caption">{text.notice}</p>
      <a className="link justify-self-start" download={photo.file} href={photo.url}>
        {text.save}
      </a>
    </>
  )
}

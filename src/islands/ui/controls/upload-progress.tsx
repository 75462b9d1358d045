import { photoUploaded } from '#messages/uploads.ts'

/** Indeterminate until the first bytes are sent, because the photo may still be shrunk. */
export function UploadProgress({ label, percent }: { label: string; percent: number }) {
  return (
    <>
      <progress aria-label={label} className="progress mt-1" max={100} value={percent > 0 ? percent : undefined} />
      <p className="caption numeric">{photoUploaded(percent)}</p>
    </>
  )
}

import { atom } from 'nanostores'
import { hasEndedSession, logUnexpected, onRefusal } from '#stores/kit/errors.ts'
import { type Loadable, latestOnly } from '#stores/kit/loadable.ts'

/** A photo that only admins can read: fetched with the admin's token, and released when its dialog closes. */
interface PhotoFile {
  /** File name for the download. */
  file: string
  /** An object URL. */
  url: string
}

interface PhotoDialogOptions<Row> {
  /** File name for the download, without its extension. */
  name: string
  load: (row: Row) => Promise<Blob>
}

/** The dialog that shows the photo of a row. */
export function createPhotoDialog<Row>({ load, name }: PhotoDialogOptions<Row>) {
  /** Null while the dialog is closed. */
  const $row = atom<Row | null>(null)
  const $photo = atom<Loadable<PhotoFile | 'missing'>>('loading')
  const beginRequest = latestOnly()

  function show(row: Row | null): () => boolean {
    const photo = $photo.get()
    if (typeof photo === 'object') URL.revokeObjectURL(photo.url)
    $photo.set('loading')
    $row.set(row)
    return beginRequest()
  }

  async function open(row: Row): Promise<void> {
    const isLatest = show(row)
    const photo = await onRefusal(load(row), ['not_found'], () => 'missing' as const).catch(stateAfter)
    if (isLatest()) $photo.set(typeof photo === 'string' ? photo : toPhotoFile(photo, name))
  }

  return { $photo, $row, close: () => void show(null), open }
}

export type PhotoDialogStore<Row> = ReturnType<typeof createPhotoDialog<Row>>

/** After the end of the session, the page is being left, so no failure is shown. */
function stateAfter(error: unknown): 'failed' | 'loading' {
  logUnexpected(error)
  return hasEndedSession(error) ? 'loading' : 'failed'
}

function toPhotoFile(photo: Blob, name: string): PhotoFile {
  return { file: `${name}.${photo.type.replace('image/', '')}`, url: URL.createObjectURL(photo) }
}

import { atom } from 'nanostores'
import { ApiProblem } from '#client/http/problem.ts'
import { createObjectUrl, revokeObjectUrl } from '#client/uploads/object-url.ts'
import { hasEndedSession } from '#stores/kit/errors.ts'
import { latestOnly } from '#stores/kit/latest-only.ts'
import type { Loadable } from '#stores/kit/loadable.ts'

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
  load: (row: Row) => Promise<unknown>
}

/** The dialog that shows the photo of a row. */
export function createPhotoDialog<Row>({ load, name }: PhotoDialogOptions<Row>) {
  /** Null while the dialog is closed. */
  const $row = atom<Row | null>(null)
  const $photo = atom<Loadable<PhotoFile | 'missing'>>('loading')
  const beginRequest = latestOnly()

  function show(row: Row | null): () => boolean {
    const photo = $photo.get()
    if (typeof photo === 'object') revokeObjectUrl(photo.url)
    $photo.set('loading')
    $row.set(row)
    return beginRequest()
  }

  async function open(row: Row): Promise<void> {
    const isLatest = show(row)
    const response = await load(row).catch((error: unknown) => error)
    if (isLatest() && !hasEndedSession(response)) $photo.set(toPhotoFile(response, name))
  }

  return { $photo, $row, close: () => void show(null), open }
}

export type PhotoDialogStore<Row> = ReturnType<typeof createPhotoDialog<Row>>

/** Makes a photo of a response, or of the error of its call. */
function toPhotoFile(response: unknown, name: string): PhotoFile | 'failed' | 'missing' {
  if (response instanceof ApiProblem && response.code === 'not_found') return 'missing'
  if (!isPhoto(response)) return 'failed'
  return { file: `${name}.${response.type.replace(IMAGE, '')}`, url: createObjectUrl(response) }
}

const IMAGE = /^image\//

/** The response may be anything, for example the HTML page of a captive portal. */
function isPhoto(response: unknown): response is Blob {
  return typeof response === 'object' && response !== null && 'type' in response && IMAGE.test(String(response.type))
}

import { ApiProblem } from '#client/http/problem.ts'
import { createObjectUrl } from '#client/uploads/object-url.ts'
import { hasEndedSession } from '#stores/kit/errors.ts'

/** A photo that only admins can read: fetched with the admin's token, and released when its dialog closes. */
export interface PhotoFile {
  /** File name for the download. */
  file: string
  /** An object URL. */
  url: string
}

/** The photo that a request answers, or why there is none; null if it is outdated or has ended the session. */
export async function fetchPhotoFile(
  request: Promise<unknown>,
  name: string,
  isLatest: () => boolean
): Promise<PhotoFile | 'failed' | 'missing' | null> {
  const response = await request.catch((error: unknown) => error)
  return isLatest() && !hasEndedSession(response) ? toPhotoFile(response, name) : null
}

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

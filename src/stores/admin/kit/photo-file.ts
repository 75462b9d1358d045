import { ApiProblem } from '#client/http/problem.ts'
import { createObjectUrl } from '#client/uploads/object-url.ts'

/** A photo that only admins can read: fetched with the admin's token, and released when its dialog closes. */
export interface PhotoFile {
  /** File name for the download. */
  file: string
  /** An object URL. */
  url: string
}

/** Makes a photo of a response, or of the error of its call. */
export function toPhotoFile(answer: unknown, name: string): PhotoFile | 'failed' | 'missing' {
  if (answer instanceof ApiProblem && answer.code === 'not_found') return 'missing'
  if (!isPhoto(answer)) return 'failed'
  return { file: `${name}.${answer.type.replace(IMAGE, '')}`, url: createObjectUrl(answer) }
}

const IMAGE = /^image\//

/** The response may be anything, for example the HTML page of a captive portal. */
function isPhoto(answer: unknown): answer is Blob {
  return typeof answer === 'object' && answer !== null && 'type' in answer && IMAGE.test(String(answer.type))
}

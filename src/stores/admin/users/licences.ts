import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { ApiProblem } from '#client/http/problem.ts'
import { createObjectUrl, revokeObjectUrl } from '#client/uploads/object-url.ts'
import type { User } from '#contract/riders/users.ts'
import { getLicence } from '#contract/uploads/uploads.ts'
import { licenceIdFromUrl } from '#domain/uploads/licence-address.ts'
import { hasEndedSession } from '#stores/kit/errors.ts'
import { latestOnly } from '#stores/kit/latest-only.ts'
import type { Loadable } from '#stores/kit/loadable.ts'

// Licence photos are identity documents: fetch them with the admin's token, and release them on close.

interface LicenceFile {
  /** File name for the download. */
  file: string
  /** An object URL. */
  url: string
}

/** The user whose licence photo is open; null while none is. */
export const $selectedUser = atom<User | null>(null)
export const $licence = atom<Loadable<LicenceFile | 'missing'>>('loading')

const beginRequest = latestOnly()

function releasePhoto(): void {
  const licence = $licence.get()
  if (typeof licence === 'object') revokeObjectUrl(licence.url)
  $licence.set('loading')
}

export async function openLicence(user: User): Promise<void> {
  const id = licenceIdFromUrl(user.license_photo_url ?? '')
  const isLatest = beginRequest()
  releasePhoto()
  $selectedUser.set(user)
  const answer: unknown = await call(getLicence, { params: { id: id ?? '' } }).catch((error: unknown) => error)
  if (!isLatest() || hasEndedSession(answer)) return
  $licence.set(toLicenceFile(answer))
}

function toLicenceFile(answer: unknown): LicenceFile | 'failed' | 'missing' {
  if (answer instanceof ApiProblem && answer.code === 'not_found') return 'missing'
  if (!isPhoto(answer)) return 'failed'
  return { file: `licence.${answer.type.replace(IMAGE, '')}`, url: createObjectUrl(answer) }
}

const IMAGE = /^image\//

/** The response may be anything, for example the HTML page of a captive portal. */
function isPhoto(answer: unknown): answer is Blob {
  return typeof answer === 'object' && answer !== null && 'type' in answer && IMAGE.test(String(answer.type))
}

export function closeLicence(): void {
  beginRequest()
  $selectedUser.set(null)
  releasePhoto()
}

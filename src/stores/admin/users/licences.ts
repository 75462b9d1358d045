import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { ApiProblem, NOT_FOUND } from '#client/http/problem.ts'
import { freeAddress, localAddress } from '#client/uploads/local-address.ts'
import { getLicence } from '#contract/catalogue/uploads.ts'
import type { User } from '#contract/riders/users.ts'
import { licenceIdIn } from '#domain/licence-address.ts'
import { hasEndedSession } from '#stores/kit/busy.ts'
import { questions } from '#stores/kit/latest-only.ts'

// An identity paper is fetched with the admin's token, shown from memory and forgotten when it is closed.

interface Shown {
  /** What it is called when it is saved. */
  file: string
  /** An address within this page. */
  url: string
}

/** Whose licence photo is looked at; null while none is. */
export const $looked = atom<User | null>(null)
export const $licence = atom<Shown | 'failed' | 'loading' | 'missing'>('loading')

const asked = questions()

function forget(): void {
  const licence = $licence.get()
  if (typeof licence === 'object') freeAddress(licence.url)
  $licence.set('loading')
}

export async function viewLicence(user: User): Promise<void> {
  const id = licenceIdIn(user.license_photo_url ?? '')
  const isLatest = asked()
  forget()
  $looked.set(user)
  const answer: unknown = await call(getLicence, { params: { id: id ?? '' } }).catch((error: unknown) => error)
  if (!isLatest() || hasEndedSession(answer)) return
  $licence.set(shownOf(answer))
}

function shownOf(answer: unknown): Shown | 'failed' | 'missing' {
  if (answer instanceof ApiProblem && answer.status === NOT_FOUND) return 'missing'
  if (!isPhoto(answer)) return 'failed'
  return { file: `licence.${answer.type.replace(IMAGE, '')}`, url: localAddress(answer) }
}

const IMAGE = /^image\//

/** What a call brings is whatever the answer was: a page of somebody's network too. */
function isPhoto(answer: unknown): answer is Blob {
  return typeof answer === 'object' && answer !== null && 'type' in answer && IMAGE.test(String(answer.type))
}

export function closeLicence(): void {
  asked()
  $looked.set(null)
  forget()
}

import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { listProperties, type Property } from '#contract/catalogue/catalogue.ts'
import { joinCodeOf } from '#domain/riders/fields.ts'
import * as accountText from '#messages/account/account.ts'
import type { ValidationIssues } from './forms/form.ts'
import { isLoaded, type Loadable, latestOnly, loadLatest, logFailure } from './requests.ts'

/** The properties that a rider can choose, at sign-up and in the profile. */
export const $properties = atom<Loadable<readonly Property[]>>('loading')

/** Whether a rider who joins this property needs its code. */
export const needsJoinCode = (properties: Loadable<readonly Property[]>, propertyId: string): boolean =>
  isLoaded(properties) && properties.some(({ id, needs_code }) => id === propertyId && needs_code === true)

/** What is wrong with the typed code before the server compares it. */
export const joinCodeIssues = (isNeeded: boolean, code: string): ValidationIssues =>
  isNeeded && joinCodeOf(code) === '' ? [['join_code', accountText.joinCodeMissing]] : []

/** The fields that show why a rider's details are refused. */
export const RIDER_REFUSALS = {
  email_taken: 'email',
  join_code_missing: 'join_code',
  join_code_wrong: 'join_code'
} as const

/** The server has asked for the code of a property, which may be newer than the list. */
export function noteJoinCode(propertyId: string): void {
  const listed = $properties.get()
  if (isLoaded(listed)) $properties.set(listed.map(one => (one.id === propertyId ? { ...one, needs_code: true } : one)))
}

const beginRequest = latestOnly()

/** Loads the list, or refreshes it. A failed refresh keeps the list. */
export async function loadProperties(): Promise<void> {
  if ($properties.get() === 'failed') $properties.set('loading')
  await logFailure(loadLatest($properties, beginRequest(), call(listProperties)))
}

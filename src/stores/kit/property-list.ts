import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { listProperties, type Property } from '#contract/catalogue/catalogue.ts'
import { type Loadable, latestOnly, loadLatest, nullOnError } from './requests.ts'

/** The properties that a rider can choose, at sign-up and in the profile. */
export const $properties = atom<Loadable<readonly Property[]>>('loading')

const beginRequest = latestOnly()

/** Loads the list, or refreshes it. A failed refresh keeps the list. */
export async function loadProperties(): Promise<void> {
  if ($properties.get() === 'failed') $properties.set('loading')
  await nullOnError(loadLatest($properties, beginRequest(), call(listProperties)))
}

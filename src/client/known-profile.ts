import { textOnDevice } from './browser.ts'

/** What the last visit knew of the rider. It goes with the token; layouts/first-calls.astro reads the property out of it. */
export const knownText = textOnDevice('knownProfile')

import { persistentAtom, setPersistentEngine } from '@nanostores/persistent'
import { hasStorage } from '#client/device/browser.ts'
import { isSessionType, type SessionType } from '#domain/routes.ts'

// Without storage a session lasts as long as its page.
if (!hasStorage()) setPersistentEngine({}, { addEventListener: () => undefined, removeEventListener: () => undefined })

// What a header can carry, and not what a script writes when it has nothing.
const TOKEN = /^(?!(?:null|undefined)$)[\x21-\x7e]+$/

const token = { decode: (text: string) => (TOKEN.test(text) ? text : undefined), encode: (value?: string) => value }
const type = {
  decode: (text: string) => (isSessionType(text) ? text : undefined),
  encode: (value?: SessionType) => value
}

// The two keys of spec §3 'Session'. Whatever else stands in them counts as nothing.

export const $token = persistentAtom<string | undefined>('token', undefined, token)
export const $userType = persistentAtom<SessionType | undefined>('userType', undefined, type)

/** A token that was signed out here, of which the server has not been told yet. */
export const $unrevoked = persistentAtom<string | undefined>('unrevoked', undefined, token)

import { tabStorage } from '#client/device/storage.ts'
import { type MountedStore, whenMounted } from '#stores/kit/ssr-values.ts'

const STORAGE_KEY = 'email'

type EmailStore = MountedStore & {
  get: () => { email: string }
  listen: (listener: (fields: { readonly email: string }) => void) => () => void
  setKey: (field: 'email', email: string) => void
}

/** The email typed at the sign-in stands on 'Forgot your password?' too, and back, until somebody has signed in. */
export function keepEmail($fields: EmailStore): void {
  whenMounted($fields, () => {
    const typed = tabStorage.read(STORAGE_KEY)
    if (typeof typed === 'string' && $fields.get().email === '') $fields.setKey('email', typed)
    return $fields.listen(({ email }) => tabStorage.write(STORAGE_KEY, email))
  })
}

export const forgetEmail = (): void => tabStorage.write(STORAGE_KEY, '')

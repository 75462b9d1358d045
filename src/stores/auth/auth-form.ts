import { atom } from 'nanostores'
import { queryParam } from '#client/device/page.ts'
import { cleanLine } from '#domain/kit/text.ts'
import { joinCodeOf } from '#domain/riders/fields.ts'
import { pageAfterSignIn } from '#domain/routes.ts'
import * as authText from '#messages/account/auth.ts'
import * as uploadsText from '#messages/uploads.ts'
import { keepTyped } from '#stores/app/reload.ts'
import { toastAfterNavigation } from '#stores/app/toasts.ts'
import { formErrors, formFields } from '#stores/kit/forms/form.ts'
import { whileBusy } from '#stores/kit/requests.ts'
import { computed, whenMounted } from '#stores/kit/ssr-values.ts'
import { syncSession } from '#stores/session/page-guard.ts'
import { saveSession } from '#stores/session/session.ts'
import { preloadSignIn, redirectSignedIn, requestToken } from './sign-in.ts'
import { forgetEmail, keepEmail } from './typed-email.ts'

// The forms of sign-in and sign-up share their fields, errors and state.

const EMPTY_FIELDS = {
  name: '',
  email: '',
  phone: '',
  date_of_birth: '',
  property_id: '',
  join_code: '',
  password: ''
}

/** Text fields: all but the photo. */
export type AuthField = keyof typeof EMPTY_FIELDS
export type AuthFields = Record<AuthField, string>
export type AuthErrors = Partial<Record<AuthField | 'licence_photo', string>>

const errors = formErrors<keyof AuthErrors>({
  aliases: { license_photo_url: 'licence_photo' },
  fields: ['name', 'email', 'phone', 'date_of_birth', 'property_id', 'join_code', 'password', 'licence_photo'],
  rewordReason: uploadsText.uploadErrorText
})
export const {
  $errors,
  $formError,
  $errorCount,
  clearError,
  clearErrors,
  errorsByField,
  toastFailure,
  recheckError,
  setFieldError,
  showErrors,
  showFieldError
} = errors

export const $mode = atom<'sign-in' | 'sign-up'>('sign-in')
/** True while the sign-up form is loading. */
export const $isToggling = atom(false)
export const $isSubmitting = atom(false)
/** True after sign-in: the form stays busy until the next page has loaded. */
export const $isNavigating = atom(false)
export const $isBusy = computed([$isSubmitting, $isNavigating], (...states) => states.includes(true))

redirectSignedIn($mode, () => {
  $isNavigating.set(false)
  syncSession()
})

/** Switches between the forms. `loadForm` loads the sign-up form; if that fails, the sign-in form stays. */
export function toggleAuthMode(loadForm: () => Promise<unknown>): Promise<void> {
  return whileBusy($isToggling, authText.signUpFailed, async () => {
    if ($mode.get() === 'sign-in') await loadForm()
    $mode.set($mode.get() === 'sign-in' ? 'sign-up' : 'sign-in')
    clearErrors()
  })
}

/** `$fields` keeps the typed values while the rider switches between the two forms. */
export const { $fields, setField, syncFromForm } = formFields<AuthField>(EMPTY_FIELDS, field => {
  clearError(field)
  preloadSignIn()
})

keepEmail($fields)
whenMounted($fields, () => keepTyped('sign-up', $fields))

/** The typed values. */
export function trimmedFields(): AuthFields {
  const { email, join_code, name, phone, ...others } = $fields.get()
  const lines = { email: cleanLine(email), name: cleanLine(name), phone: cleanLine(phone) }
  return { ...others, ...lines, join_code: joinCodeOf(join_code) }
}

export function submitSignIn(): Promise<void> {
  return whileBusy($isSubmitting, authText.loginFailed, async () => {
    const token = await requestToken($fields.get(), { errors, failureMessage: authText.loginFailed, type: 'user' })
    if (token !== null) completeSignIn(token, authText.welcomeBack)
  })
}

export function completeSignIn(accessToken: string, welcome: string): void {
  saveSession(accessToken, 'user')
  forgetEmail()
  toastAfterNavigation('success', welcome)
  $isNavigating.set(true)
  location.assign(pageAfterSignIn(queryParam('next')))
}

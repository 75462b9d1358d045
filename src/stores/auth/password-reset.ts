import { atom } from 'nanostores'
import { queryParam, urlFragment, whenHistoryChanges } from '#client/device/page.ts'
import { call, validationIssues } from '#client/http/api.ts'
import {
  checkResetLink,
  requestAdminPasswordReset,
  requestPasswordReset,
  resetPassword
} from '#contract/auth/passwords.ts'
import { INVITATION, PATHS, PORTAL_PARAM, type SessionType } from '#domain/routes.ts'
import * as passwordResetText from '#messages/account/password-reset.ts'
import { toastAfterNavigation } from '#stores/app/toasts.ts'
import { formErrors, formFields } from '#stores/kit/forms/form.ts'
import { latestOnly, logFailure, onRefusal, whileBusy } from '#stores/kit/requests.ts'
import { whenMounted } from '#stores/kit/ssr-values.ts'
import { $session, endSession } from '#stores/session/session.ts'
import { keepEmail } from './typed-email.ts'

// The two pages of a password reset: one requests the link, the other is opened by it.

const $isBusy = atom(false)
/** The address to which a link was requested; null before. */
export const $requestedFor = atom<string | null>(null)
/** The link of this page. 'expired': it has no token, or the server refused it. */
export const $link = atom<'checking' | 'expired' | 'valid'>('checking')
/** The link is an invitation to the portal's team. */
export const $isInvitation = atom(false)
/** Whose account the pages are for. */
export const $accountType = atom<SessionType>('user')

whenMounted($accountType, () => {
  const portal = queryParam(PORTAL_PARAM)
  if (portal !== null) $accountType.set('admin')
  $isInvitation.set(portal === INVITATION)
})

whenMounted($link, () => {
  void checkLink()
  // Another link of the same page, opened in its tab, does not load the page again.
  return whenHistoryChanges(() => void checkLink())
})

const beginCheck = latestOnly()

export async function checkLink(): Promise<void> {
  const isLatest = beginCheck()
  const token = urlFragment()
  // If the check fails, the submit says what is wrong.
  const checked = token === '' ? null : await logFailure(call(checkResetLink, { body: { token } }))
  if (!isLatest()) return
  if (checked?.email !== undefined) resetForm.setField('email', checked.email)
  $link.set(token === '' || checked?.is_valid === false ? 'expired' : 'valid')
}

const EMPTY_FIELDS = { email: '', password: '' }
const errors = formErrors<keyof typeof EMPTY_FIELDS>({ fields: ['email', 'password'], isQuiet: true })
export const resetForm = { ...errors, ...formFields(EMPTY_FIELDS, errors.clearError), $isBusy }
keepEmail(resetForm.$fields)

export const signInPath = (type: SessionType) => (type === 'admin' ? PATHS.adminSignIn : PATHS.auth)

export function submitRequest(): Promise<void> {
  return whileBusy($isBusy, passwordResetText.resetFailed, async () => {
    errors.clearErrors()
    const body = { email: resetForm.$fields.get().email.trim() }
    if (errors.showIssues(validationIssues(requestPasswordReset.body, body))) return
    const isAdmin = $accountType.get() === 'admin'
    const request = isAdmin ? call(requestAdminPasswordReset, { body }) : call(requestPasswordReset, { body })
    const response = await errors.toastFailure(request, passwordResetText.resetFailed)
    if (response) $requestedFor.set(body.email)
  })
}

/** The link can be asked for again, for the same address or another. */
export const changeEmail = (): void => $requestedFor.set(null)

export function submitNewPassword(): Promise<void> {
  return whileBusy($isBusy, passwordResetText.resetFailed, async () => {
    errors.clearErrors()
    const body = { password: resetForm.$fields.get().password, token: urlFragment() }
    if (errors.showIssues(validationIssues(resetPassword.body, body))) return
    const request = onRefusal(call(resetPassword, { body }), ['link_expired'], () => {
      $link.set('expired')
      return null
    })
    const response = await errors.toastFailure(request, passwordResetText.resetFailed)
    if (!response) return
    // The server has ended the sessions of this account. The device may be signed in to another one.
    if ($session.get()) await endSession()
    toastAfterNavigation('success', passwordResetText.passwordSaved)
    location.assign(signInPath($accountType.get()))
  })
}

import { atom } from 'nanostores'
import { downloadJson } from '#client/device/files.ts'
import { pushSubscription } from '#client/device/installed-app.ts'
import { call, validationIssues } from '#client/http/api.ts'
import { $token } from '#client/session/token.ts'
import { askForDeletion, changePassword } from '#contract/auth/passwords.ts'
import { signOutEverywhere } from '#contract/auth/sign-in.ts'
import { exportOwnData } from '#contract/riders/export.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { getMe, updateMe } from '#contract/staff/me.ts'
import { HAS_STAFF } from '#domain/backend.ts'
import { BRAND_ID } from '#domain/brand/brand.ts'
import { PATHS } from '#domain/routes.ts'
import { dayOf } from '#domain/time/india-time.ts'
import * as accountText from '#messages/account/account.ts'
import { dismissToasts, toast, toastAfterNavigation } from '#stores/app/toasts.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { formErrors, formFields } from '#stores/kit/forms/form.ts'
import { logFailure, showFailures, whileBusy } from '#stores/kit/requests.ts'
import { $me, loadMe } from './me.ts'
import { $session, endSession, signOut } from './session.ts'

// Account actions of a signed-in visitor: change the password, or sign out on all devices. Of a rider also: download the
// own data, or ask for the deletion. In the portal also: choose the emails.

export type AccountDialog = 'delete' | 'menu' | 'notifications' | 'password' | 'sign-out'

export const $accountDialog = atom<AccountDialog | null>(null)

export function openAccountDialog(dialog: AccountDialog): void {
  $accountDialog.set(dialog)
  if (dialog === 'notifications') void loadChoices()
  if (dialog === 'password') void loadAccountEmail()
}

/** Of the account; empty until it is known. A password manager saves the new password under it. */
export const $accountEmail = atom('')

/** An external backend does not say who its admin is. */
async function loadAccountEmail(): Promise<void> {
  const isAdmin = $session.get() === 'admin'
  if (isAdmin && !HAS_STAFF) return
  const account = await logFailure<{ email?: string | undefined }>(isAdmin ? call(getMe) : call(getProfile))
  $accountEmail.set(account?.email ?? '')
}

export const closeAccountDialog = (): void => $accountDialog.set(null)

/** A dialog in which passwords are typed. */
function createPasswordForm<Field extends string>(empty: Record<Field, string>) {
  const $isSubmitting = atom(false)
  const errors = formErrors<Field>({ fields: Object.keys(empty) as Field[], isQuiet: true })
  const fields = formFields<Field>(empty, errors.clearError)
  return {
    ...errors,
    ...fields,
    $isSubmitting,
    /** Clears what was typed. Does nothing while the call is in progress. */
    close() {
      if ($isSubmitting.get()) return
      fields.$fields.set(empty)
      errors.clearErrors()
      closeAccountDialog()
    }
  }
}

export const passwordForm = createPasswordForm({ current_password: '', password: '' })
export const deletionForm = createPasswordForm({ password: '' })

export async function submitPassword(): Promise<void> {
  await whileBusy(passwordForm.$isSubmitting, accountText.changeFailed, async () => {
    passwordForm.clearErrors()
    const body = passwordForm.$fields.get()
    if (passwordForm.showIssues(validationIssues(changePassword.body, body))) return
    const token = $token.get()
    const device = (await logFailure(pushSubscription()))?.endpoint
    const request = call(changePassword, { body: { ...body, device } })
    const response = await passwordForm.toastFailure(request, accountText.changeFailed, {
      wrong_password: 'current_password'
    })
    if (!response) return
    // The account's other pages get the new token too (session.ts). The visitor may have signed out meanwhile.
    if ($token.get() === token) $token.set(response.access_token)
    toast('success', accountText.passwordChanged)
    return passwordForm.close
  })
}

export const $isSigningOut = atom(false)

/** Unlike `signOut`, this waits until the server has confirmed it. */
export function submitSignOutEverywhere(): Promise<void> {
  return whileBusy($isSigningOut, accountText.logOutEverywhereFailed, async () => {
    await call(signOutEverywhere)
    toastAfterNavigation('success', accountText.loggedOutEverywhere)
    // The server has already ended the session; `signOut` clears this device and redirects.
    await signOut()
  })
}

/** The server ends all sessions of a rider who leaves. */
export function submitDeletion(): Promise<void> {
  return whileBusy(deletionForm.$isSubmitting, accountText.deleteFailed, async () => {
    deletionForm.clearErrors()
    const body = deletionForm.$fields.get()
    if (deletionForm.showIssues(validationIssues(askForDeletion.body, body))) return
    const request = call(askForDeletion, { body })
    const response = await deletionForm.toastFailure(request, accountText.deleteFailed, {
      wrong_password: 'password'
    })
    if (!response) return
    await endSession()
    toastAfterNavigation('success', response.message)
    location.assign(PATHS.auth)
  })
}

/** Saves what is kept about the rider as a file. Its button is busy meanwhile (layouts/scripts/account-buttons.ts). */
export async function downloadOwnData(): Promise<void> {
  dismissToasts()
  await showFailures(accountText.downloadFailed, async () => {
    const data = await call(exportOwnData)
    downloadJson(`${BRAND_ID}-my-data-${dayOf(currentTime())}`, data)
  })
}

export const $isSavingChoice = atom(false)

/** For the choices of emails. */
export async function loadChoices(): Promise<void> {
  if ($me.get() === 'failed') $me.set('loading')
  await showFailures(accountText.notificationsFailed, loadMe)
}

export function saveChoice(name: 'daily_mail' | 'tell_trouble', isOn: boolean): Promise<void> {
  return whileBusy($isSavingChoice, accountText.notificationsNotSaved, async () => {
    $me.set(await call(updateMe, { body: { [name]: isOn } }))
  })
}

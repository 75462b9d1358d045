import { atom } from 'nanostores'
import { pushSubscription } from '#client/device/push-subscription.ts'
import { call } from '#client/http/api.ts'
import { $token } from '#client/session/token.ts'
import { changePassword } from '#contract/auth/change-password.ts'
import * as text from '#messages/account/account.ts'
import { toast } from '#stores/app/toasts.ts'
import { nullOnError } from '#stores/kit/errors.ts'
import { formErrors } from '#stores/kit/forms/form-errors.ts'
import { formFields } from '#stores/kit/forms/form-fields.ts'
import { validationIssues } from '#stores/kit/forms/validation-issues.ts'
import { whileBusy } from '#stores/kit/while-busy.ts'
import { closeAccountDialog } from './account-dialog.ts'

const FIELDS = ['current_password', 'password'] as const
const EMPTY_FIELDS = { current_password: '', password: '' }

export type PasswordField = (typeof FIELDS)[number]

export const $isChangingPassword = atom(false)

const form = formErrors<PasswordField>({ fields: FIELDS })
export const { $errors, $formError, $errorCount } = form
export const { $fields, setField, syncFromForm } = formFields<PasswordField>(EMPTY_FIELDS, form.clearError)

/** Clears the typed passwords. Does nothing while the change is in progress. */
export function closePasswordForm(): void {
  if ($isChangingPassword.get()) return
  $fields.set(EMPTY_FIELDS)
  form.clearErrors()
  closeAccountDialog()
}

/**
 * Replaces the token, which session.ts syncs to the account's other pages. Skipped if the visitor has signed out
 * meanwhile.
 */
function replaceToken(previousToken: string | undefined, newToken: string): void {
  if ($token.get() === previousToken) $token.set(newToken)
}

export async function submitPassword(): Promise<void> {
  await whileBusy($isChangingPassword, text.changeFailed, async () => {
    form.clearErrors()
    const body = $fields.get()
    if (form.showIssues(validationIssues(changePassword.body, body))) return
    const token = $token.get()
    const device = (await nullOnError(pushSubscription()))?.endpoint
    const request = call(changePassword, { body: { ...body, device } })
    const response = await form.nullOnFailure(request, text.changeFailed, { wrong_password: 'current_password' })
    if (!response) return
    replaceToken(token, response.access_token)
    toast('success', text.changed)
    return closePasswordForm
  })
}

import { atom, map } from 'nanostores'
import { call } from '#client/http/api.ts'
import { $token } from '#client/session/token.ts'
import { changePassword } from '#contract/auth/change-password.ts'
import * as text from '#messages/password.ts'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/busy.ts'
import { formErrors } from '#stores/kit/form-errors.ts'
import { misfits } from '#stores/kit/validation-issues.ts'
import { closeAccountDialog } from './account.ts'

const FIELDS = ['current_password', 'password'] as const
const WRONG_CURRENT = 400
const NOTHING = { current_password: '', password: '' }

export type PasswordField = (typeof FIELDS)[number]

export const $fields = map<Record<PasswordField, string>>(NOTHING)
export const $changing = atom(false)

const form = formErrors<PasswordField>({ placeOf: name => FIELDS.find(field => field === name) })
export const { $errors, $refusal, $refusals } = form

export function typeInto(field: PasswordField, value: string): void {
  $fields.setKey(field, value)
  form.clearError(field)
}

/** Takes over what a form holds: a password manager may have filled it without telling. */
export function takeTyped(typed: FormData): void {
  for (const field of FIELDS) {
    const value = typed.get(field)
    if (typeof value === 'string') $fields.setKey(field, value)
  }
}

/** Nothing typed stays behind; while the change is under way, the form stays. */
export function leavePassword(): void {
  if ($changing.get()) return
  $fields.set(NOTHING)
  form.clearErrors()
  closeAccountDialog()
}

/** The account goes on with the new token, on every page of it (session.ts); who has left meanwhile has left. */
function renew(replaced: string | undefined, access_token: string): void {
  if ($token.get() === replaced) $token.set(access_token)
}

export async function submitPassword(): Promise<void> {
  let isChanged = false
  await whileBusy($changing, text.changeFailed, async () => {
    form.clearErrors()
    const body = $fields.get()
    const issues = misfits(changePassword.body, body)
    const [first] = issues
    if (first) return form.refuse(first[1], form.errorsByName(issues))
    if (body.password === body.current_password) return form.refuseAt('password', text.samePassword)
    const token = $token.get()
    const answer = await call(changePassword, { body }).catch(
      form.refusedWith(text.changeFailed, { [WRONG_CURRENT]: 'current_password' })
    )
    if (!answer) return
    renew(token, answer.access_token)
    toast('success', text.changed)
    isChanged = true
  })
  if (isChanged) leavePassword()
}

import {
  checkResetLink,
  requestAdminPasswordReset,
  requestPasswordReset,
  resetPassword
} from '#contract/auth/passwords.ts'
import { signIn, signInAdmin, signOut } from '#contract/auth/sign-in.ts'
import { signUp } from '#contract/auth/sign-up.ts'
import { listProperties } from '#contract/catalogue/catalogue.ts'
import { uploadLicence } from '#contract/uploads/uploads.ts'
import * as authText from '#messages/account/auth.ts'
import * as passwordResetText from '#messages/account/password-reset.ts'
import * as appShellText from '#messages/app-shell.ts'
import { licencePhoto } from '#tests/helpers/data/licence-photo.ts'
import { arrive, filled, openAuthPage } from '#tests/stores/auth/page.ts'
import { fillIn, isIdle, mountStores, openPage, server, visitedUrls, waitUntil } from '#tests/stores/browser-tab.ts'
import type { FaultCase, Screen } from './faults.ts'

async function openForm() {
  openAuthPage()
  const form = await arrive(filled)
  form.choosePhoto(licencePhoto())
  return form
}

type Form = Awaited<ReturnType<typeof openForm>>

const submitting = (form: Form, call: () => unknown): Screen => ({
  call,
  hasSucceeded: () => visitedUrls.at(-1) === '/' && localStorage.getItem('token') !== null,
  isBusy: () => form.$isSubmitting.get(),
  preservedInput: () => ({ ...form.$fields.get(), photo: form.$photo.get()?.name })
})

async function signingUp(): Promise<Screen> {
  const form = await openForm()
  return submitting(form, () => form.submitSignUp())
}

async function signingInAsAdmin(): Promise<Screen> {
  openPage('/admin/auth', null)
  server.answer(signInAdmin, { access_token: 'admins-token' })
  const form = await import('#stores/admin/admin-sign-in.ts')
  // This module loads on the first input.
  await import('#client/session/sign-in.ts')
  mountStores(form.signInForm.$fields)
  fillIn(form.signInForm, { email: 'admin@demo.test', password: 'Admin@123' })
  return {
    retry: () => {
      form.closeAlert()
      return form.submitSignIn()
    },
    call: () => form.submitSignIn(),
    hasSucceeded: () =>
      form.$alert.get()?.sentence === authText.adminWelcome && localStorage.getItem('userType') === 'admin',
    isBusy: () => form.signInForm.$isBusy.get(),
    preservedInput: () => form.signInForm.$fields.get(),
    message: () => form.$alert.get()?.sentence
  }
}

async function requestingLink(page: string): Promise<Screen> {
  openPage(page, null)
  server.answer(requestPasswordReset, { message: passwordResetText.linkSent })
  server.answer(requestAdminPasswordReset, { message: passwordResetText.linkSent })
  const form = await import('#stores/auth/password-reset.ts')
  mountStores(form.$accountType)
  fillIn(form.resetForm, { email: 'asha@example.in' })
  return {
    call: () => form.submitRequest(),
    hasSucceeded: () => form.$requestedFor.get() === 'asha@example.in',
    isBusy: () => form.resetForm.$isBusy.get(),
    message: () => form.resetForm.$formError.get(),
    preservedInput: () => form.resetForm.$fields.get()
  }
}

async function checkingLink(): Promise<Screen> {
  openPage('/auth/reset#token', null)
  server.answer(checkResetLink, { is_valid: false })
  const { $link, checkLink } = await import('#stores/auth/password-reset.ts')
  return { call: checkLink, hasSucceeded: () => $link.get() === 'expired' }
}

async function settingPassword(): Promise<Screen> {
  openPage('/auth/reset#token', null)
  server.answer(resetPassword, { message: passwordResetText.passwordSaved })
  const form = await import('#stores/auth/password-reset.ts')
  fillIn(form.resetForm, { password: 'NewRider@456' })
  return {
    call: () => form.submitNewPassword(),
    hasSucceeded: () => visitedUrls.at(-1) === '/auth',
    isBusy: () => form.resetForm.$isBusy.get(),
    message: () => form.resetForm.$formError.get(),
    preservedInput: () => form.resetForm.$fields.get()
  }
}

export const rows: FaultCase[] = [
  {
    file: 'stores/auth/password-reset.ts',
    endpoint: requestPasswordReset,
    open: () => requestingLink('/auth/forgot'),
    error: { prefersDetail: true, sentence: passwordResetText.resetFailed }
  },
  {
    file: 'stores/auth/password-reset.ts',
    endpoint: requestAdminPasswordReset,
    open: () => requestingLink('/auth/forgot?portal'),
    error: { prefersDetail: true, sentence: passwordResetText.resetFailed }
  },
  {
    file: 'stores/auth/password-reset.ts',
    endpoint: checkResetLink,
    open: checkingLink
  },
  {
    file: 'stores/auth/password-reset.ts',
    endpoint: resetPassword,
    open: settingPassword,
    error: { prefersDetail: true, sentence: passwordResetText.resetFailed }
  },
  {
    file: 'client/session/sign-in.ts',
    endpoint: signInAdmin,
    open: signingInAsAdmin,
    error: { prefersDetail: true, sentence: authText.invalidCredentials }
  },
  {
    file: 'client/session/sign-in.ts',
    endpoint: signIn,
    open: async () => {
      const form = await openForm()
      return submitting(form, () => form.submitSignIn())
    },
    error: { prefersDetail: true, sentence: authText.loginFailed }
  },
  {
    file: 'stores/auth/sign-up.ts',
    endpoint: signUp,
    open: signingUp,
    error: { prefersDetail: true, sentence: authText.signUpFailed }
  },
  {
    file: 'client/uploads/uploads.ts',
    isUpload: true,
    endpoint: uploadLicence,
    open: signingUp,
    error: { sentence: /^License photo upload failed: ./ }
  },
  {
    file: 'stores/kit/property-list.ts',
    endpoint: listProperties,
    open: async () => {
      const form = await openForm()
      return {
        call: () => mountStores(form.$properties),
        retry: () => form.loadProperties(),
        hasSucceeded: () => Array.isArray(form.$properties.get()) && form.$properties.get().length === 1,
        isBusy: () => form.$properties.get() === 'loading',
        preservedInput: () => form.$fields.get()
      }
    }
  },
  {
    file: 'client/session/revoke.ts',
    endpoint: signOut,
    open: async () => {
      openPage('/', 'rider')
      server.answer(signOut, { message: '' })
      const session = await import('#stores/session/session.ts')
      const isOut = () => session.$session.get() === null && visitedUrls.at(-1) === '/auth'
      return {
        call: () => session.signOut(),
        // The next page revokes a session that could not be revoked before.
        retry: async () => {
          session.whenSessionChanges(() => undefined)()
          await waitUntil(isIdle)
        },
        hasSucceeded: () => isOut() && localStorage.getItem('unrevoked') === null
      }
    },
    error: { isOnNextPage: true, sentence: appShellText.loggedOut }
  }
]

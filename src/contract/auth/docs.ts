import type { DocsOf } from '#contract/kit/endpoint-docs.ts'
import { loggedOutEverywhere } from '#messages/account/account.ts'
import { linkSent, saved } from '#messages/account/password-reset.ts'
import { loggedOut } from '#messages/app-shell.ts'
import { token } from './sign-in.ts'

export const components = { Token: token }

const EXAMPLE_LINK_TOKEN = 'nZ3kqYc0lq1m8o0h8w2f6v0u3s9x7b5a1d4g6j8l0n2'
const exampleToken = { access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhc2hhIn0.3nKqv2k5' }

export const docs: DocsOf<'auth'> = {
  signUp: {
    refusals: ['email_taken', 'join_code_missing', 'join_code_wrong', 'not_allowed', 'too_many_requests'],
    request: {
      date_of_birth: '1998-04-12',
      email: 'asha@demo.test',
      license_photo_url: '/api/admin/licenses/5f0c2b8e',
      name: 'Asha Rao',
      password: 'Rider@123',
      phone: '+91 98450 11223',
      property_id: 'palm-grove'
    },
    response: exampleToken,
    summary: 'Create a rider account and sign in'
  },
  signIn: {
    refusals: ['not_allowed', 'too_many_requests', 'wrong_credentials'],
    request: { email: 'asha@demo.test', password: 'Rider@123' },
    response: exampleToken,
    summary: 'Sign a rider in'
  },
  signInAdmin: {
    refusals: ['not_allowed', 'too_many_requests', 'wrong_credentials'],
    request: { email: 'admin@demo.test', password: 'Admin@123' },
    response: exampleToken,
    summary: 'Sign an admin in'
  },
  signOut: { refusals: ['not_allowed'], response: { message: loggedOut }, summary: 'End the session' },
  signOutEverywhere: { response: { message: loggedOutEverywhere }, summary: 'End all sessions of the account' },
  requestPasswordReset: {
    refusals: ['not_allowed', 'too_many_requests'],
    request: { email: 'asha@demo.test' },
    response: { message: linkSent },
    summary: 'Mail a rider a link for a new password'
  },
  requestAdminPasswordReset: {
    refusals: ['not_allowed', 'too_many_requests'],
    request: { email: 'admin@demo.test' },
    response: { message: linkSent },
    summary: 'Mail an admin a link for a new password'
  },
  checkResetLink: {
    refusals: ['not_allowed'],
    request: { token: EXAMPLE_LINK_TOKEN },
    response: { email: 'rider@demo.test', is_valid: true },
    summary: 'Check the link of a mail'
  },
  resetPassword: {
    refusals: ['link_expired', 'not_allowed', 'too_many_requests'],
    request: { password: 'NewRider@456', token: EXAMPLE_LINK_TOKEN },
    response: { message: saved },
    summary: 'Set a new password by the link of a mail'
  },
  changePassword: {
    refusals: ['password_changed', 'too_many_requests', 'wrong_password'],
    request: { current_password: 'Rider@123', password: 'NewRider@456' },
    response: exampleToken,
    summary: 'Change the password and end all other sessions'
  }
}

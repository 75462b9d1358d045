import type { SessionType } from './routes.ts'

// The pages of a password reset. They are not in routes.ts, which every page loads.

const RESET_PASSWORD_PATH = '/auth/reset'
/** The riders' page that requests a link to a new password. */
export const FORGOT_PASSWORD_PATH = '/auth/forgot'

/** The query parameter of the password pages for admins. */
export const PORTAL_PARAM = 'portal'

/** The page that requests a link to a new password. */
export function forgotPath(type: SessionType): string {
  return type === 'admin' ? `${FORGOT_PASSWORD_PATH}?${PORTAL_PARAM}` : FORGOT_PASSWORD_PATH
}

/** The page of such a link. The token is in the fragment, which no server log and no referrer has. */
export function resetPath(token: string, type: SessionType): string {
  return `${RESET_PASSWORD_PATH}${type === 'admin' ? `?${PORTAL_PARAM}` : ''}#${token}`
}

import { isSessionType, type SessionType } from '#domain/routes.ts'
import { TOKEN_SECONDS } from './tokens.ts'

// Set here rather than by script, because a cookie that a script wrote lives only seven days in Safari (design.md §4).

/** Picks redirects, and proves nothing. */
const HINT = 'userType'
/** The very access token, for the page's first HTML alone: the API does not take it, so no forged call can use it. */
const TOKEN = 'session'

export function sessionCookies(type: SessionType, token: string, isSecure: boolean): string[] {
  const seconds = TOKEN_SECONDS[type]
  return [cookie(HINT, type, seconds, isSecure), `${cookie(TOKEN, token, seconds, isSecure)}; HttpOnly`]
}

export function expiredCookies(isSecure: boolean): string[] {
  return [cookie(HINT, '', 0, isSecure), `${cookie(TOKEN, '', 0, isSecure)}; HttpOnly`]
}

/** The token that came as a cookie, and the kind of session that the device says it has. */
export function readSessionCookies(headers: Headers): { hint: SessionType | null; token: string | null } {
  const cookies = (headers.get('cookie') ?? '').split(/;\s*/)
  const cookieOf = (name: string) => cookies.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  const hint = cookieOf(HINT)
  return { hint: isSessionType(hint) ? hint : null, token: cookieOf(TOKEN) || null }
}

function cookie(name: string, value: string, seconds: number, isSecure: boolean): string {
  return `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`
}

import { TOKEN_SECONDS } from '#domain/constants.ts'
import { isSessionType, SESSION_TYPE_KEY, type SessionType } from '#domain/routes.ts'

// The server sets the cookies, because Safari limits cookies written by scripts to seven days.

/** The access token, used only to render pages. The API ignores it, which prevents CSRF. */
const TOKEN = 'session'

export function sessionCookies(type: SessionType, token: string, isSecure: boolean): string[] {
  const seconds = TOKEN_SECONDS[type]
  return [
    cookie(`${SESSION_TYPE_KEY}=${type}`, seconds, isSecure),
    `${cookie(`${TOKEN}=${token}`, seconds, isSecure)}; HttpOnly`
  ]
}

export function expiredCookies(isSecure: boolean): string[] {
  return [cookie(`${SESSION_TYPE_KEY}=`, 0, isSecure), `${cookie(`${TOKEN}=`, 0, isSecure)}; HttpOnly`]
}

/** Returns the token cookie and the kind of session the hint cookie names; null where missing. */
export function readSessionCookies(headers: Headers): { hint: SessionType | null; token: string | null } {
  const cookies = (headers.get('cookie') ?? '').split(/;\s*/)
  const cookieOf = (name: string) => cookies.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  const hint = cookieOf(SESSION_TYPE_KEY)
  return { hint: isSessionType(hint) ? hint : null, token: cookieOf(TOKEN) || null }
}

/** `pair` is 'name=value'; zero `seconds` delete the cookie. */
function cookie(pair: string, seconds: number, isSecure: boolean): string {
  return `${pair}; Path=/; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`
}

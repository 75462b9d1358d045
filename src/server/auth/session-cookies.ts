import type { SessionType } from '#domain/routes.ts'
import { TOKEN_SECONDS } from './tokens.ts'

// `userType` picks redirects and proves nothing (design.md §4). Set here rather than by script, because a cookie that
// a script wrote lives only seven days in Safari.

const HINT = 'userType'

export function sessionCookies(type: SessionType, isSecure: boolean): string[] {
  return [cookie(HINT, type, TOKEN_SECONDS[type], isSecure)]
}

export function endedCookies(isSecure: boolean): string[] {
  return [cookie(HINT, '', 0, isSecure)]
}

function cookie(name: string, value: string, seconds: number, isSecure: boolean): string {
  return `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`
}

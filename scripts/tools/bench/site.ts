import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright'
import { CHROMIUM_FLAGS } from '#tests/helpers/browser/chromium-flags.ts'
import { findBrowser } from '../../kit/browser.ts'
import { exitWithError } from '../../kit/settings.ts'
import { ADMIN, PASSWORD, RIDER } from './server/portal-fixtures.ts'

// A served database with its signed-in accounts.

export type SignedInAs = 'admin' | 'rider'

interface Session {
  cookies: Parameters<BrowserContext['addCookies']>[0]
  token: string
}

export interface Site {
  address: string
  sessions: Record<SignedInAs, Session>
}

const SIGN_IN: Record<SignedInAs, { email: string; path: string }> = {
  admin: { email: ADMIN.email, path: '/api/admin/auth/signin' },
  rider: { email: RIDER.email, path: '/api/auth/signin' }
}

export async function launchBrowser(...more: string[]): Promise<Browser> {
  const found = await findBrowser()
  if (found === null) exitWithError('No Chromium was found and none could be installed. Set CHROMIUM_PATH to one.')
  const { CHROMIUM_PATH: executablePath } = found
  const args = [...more, ...(executablePath ? CHROMIUM_FLAGS : [])]
  return chromium.launch({ args, ...(executablePath && { executablePath }) })
}

/** Signs in each account once, because password hashing is slow by design. */
export async function openSite(browser: Browser, address: string): Promise<Site> {
  return {
    address,
    sessions: { admin: await signIn(browser, address, 'admin'), rider: await signIn(browser, address, 'rider') }
  }
}

async function signIn(browser: Browser, address: string, role: SignedInAs): Promise<Session> {
  // Requests outside of a page do not use the browser's trusted certificates.
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const { email, path } = SIGN_IN[role]
  const reply = await context.request.post(address + path, { data: { email, password: PASSWORD } })
  const { access_token } = (await reply.json()) as { access_token: string }
  const cookies = await context.cookies()
  await context.close()
  return { cookies, token: access_token }
}

interface StoredSession {
  token: string
  userType: 'admin' | 'user'
}

export const storedSession = (sessions: Site['sessions'], role: SignedInAs): StoredSession => ({
  token: sessions[role].token,
  userType: role === 'admin' ? 'admin' : 'user'
})

/** Runs in a page, so it must not use anything outside of it. */
export function storeSession({ token, userType }: StoredSession): void {
  localStorage.setItem('token', token)
  localStorage.setItem('userType', userType)
}

// A service worker's cache would make a first visit faster.
const SIGNED_OUT = { serviceWorkers: 'block' } as const

interface DeviceOptions extends BrowserContextOptions {
  role: SignedInAs | null
}

/** A new device, with the session of its account only. */
export async function device(
  browser: Browser,
  { address, sessions }: Site,
  { role, ...options }: DeviceOptions
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...SIGNED_OUT, baseURL: address, ...options })
  if (role === null) return context
  const { cookies } = sessions[role]
  await context.addCookies(cookies)
  await context.addInitScript(storeSession, storedSession(sessions, role))
  return context
}

import { BRAND_ID } from '#domain/brand/brand.ts'
import { MAIL_PROVIDERS, type MailProviderName } from '#domain/outbox/outbox.ts'
import { env, hasExternalBackend, isProduction } from './env.ts'

// How messages are sent: the mail service, and the keys of push messages.

interface MailConfig {
  apiUrl: string
  from: string
  resendKey: string
}

const RESEND_API_URL = 'https://api.resend.com'

export function mailConfig(): MailConfig {
  return {
    apiUrl: (!isProduction() && env.RESEND_API_URL) || RESEND_API_URL,
    from: env.MAIL_FROM ?? '',
    resendKey: env.RESEND_API_KEY ?? ''
  }
}

/** The configured mail service. 'kept': nothing is sent. */
export function mailProviderName(): MailProviderName {
  return MAIL_PROVIDERS.find(name => name === env.MAIL_PROVIDER) ?? 'kept'
}

/** True in production if no mail service is set up. */
export function lacksMailService(): boolean {
  return !hasExternalBackend() && isProduction() && mailProviderName() === 'kept'
}

/** Whether this backend's mails reach riders, or can be read in the development outbox. */
export function deliversMail(): boolean {
  return !hasExternalBackend() && !lacksMailService()
}

/** The origin of the site without a slash at its end; empty if it is not known, as in development. */
export function siteUrl(): string {
  return (env.SITE_URL ?? '').replace(/\/+$/, '')
}

interface PushConfig {
  /** Base64url, as browsers expect it. */
  publicKey: string
  privateKey: string
  /** Where push services can reach the operator. */
  subject: string
  /** The origin that replaces that of every push service; null: none. */
  origin: string | null
}

/** Null: push is off. */
export function pushConfig(): PushConfig | null {
  const { VAPID_PRIVATE_KEY: privateKey, VAPID_PUBLIC_KEY: publicKey } = env
  if (!privateKey || !publicKey) return null
  const origin = (!isProduction() && env.PUSH_API_URL) || null
  return { origin, privateKey, publicKey, subject: pushSubject() }
}

export const sendsPush = () => !hasExternalBackend() && pushConfig() !== null

/** The address of mails, without a name; null if none is set up. */
export function senderAddress(): string | null {
  return /[^\s<>]+@[^\s<>]+/.exec(env.MAIL_FROM ?? '')?.[0] ?? null
}

function pushSubject(): string {
  const address = senderAddress()
  if (address) return `mailto:${address}`
  return siteUrl().startsWith('https:') ? siteUrl() : `https://${BRAND_ID}.example`
}

import { MAIL_PROVIDERS } from '#domain/outbox/outbox.ts'

// Which values of the Worker's variables are safe. Pure, so that a deployment checks them before it uploads them.

/** The variables and bindings that the rules read; an empty one counts as missing. */
export interface CheckedVariables {
  /** Gets an alert for every change of the alert status. It can contain a token, so it is a secret. */
  ALERT_WEBHOOK_URL?: string
  /** 'development' or 'production'. Any other or missing value counts as production. */
  ENVIRONMENT?: string
  /** Cloudflare Email Service, for the provider 'cloudflare'. */
  EMAIL?: unknown
  /** Is requested after every completed run of the cron. */
  HEARTBEAT_URL?: string
  /** The sender, such as 'Rides <rides@example.com>'. */
  MAIL_FROM?: string
  /** 'cloudflare', 'resend' or 'kept', which is the default: nothing is sent. */
  MAIL_PROVIDER?: string
  /** 'razorpay', or 'sandbox' in development. */
  PAYMENT_PROVIDER?: string
  RAZORPAY_KEY_ID?: string
  RAZORPAY_KEY_SECRET?: string
  /** 'yes' allows test keys in production, where rides then cost nothing. */
  RAZORPAY_TEST_KEYS_ALLOWED?: string
  RAZORPAY_WEBHOOK_SECRET?: string
  RESEND_API_KEY?: string
  SESSION_SECRET?: string
  /** The origin of the site, for the links in mails and in shared pages. */
  SITE_URL?: string
  /** VAPID key pair for push services, created by `npm run deploy -- --push-keys`. Without them push is off. */
  VAPID_PRIVATE_KEY?: string
  VAPID_PUBLIC_KEY?: string
}

const ALERT_NAMES = ['ALERT_WEBHOOK_URL', 'HEARTBEAT_URL'] as const
type AlertName = (typeof ALERT_NAMES)[number]

export type CheckedName = Exclude<keyof CheckedVariables, 'ENVIRONMENT' | 'RAZORPAY_TEST_KEYS_ALLOWED'>

const SECRET_MIN_LENGTH = 32
/** 32 random hexadecimal digits have fewer different ones only once in thirty million. */
const SECRET_MIN_DIFFERENT = 8
const DEVELOPMENT_SECRET = /for-this-machine-only/

/** Every other value of ENVIRONMENT counts as production. */
export const isProductionWith = ({ ENVIRONMENT }: Pick<CheckedVariables, 'ENVIRONMENT'>) =>
  ENVIRONMENT !== 'development'

/** True if the secret is too short, has too few different characters, or repeats one word. */
function isWeakSecret(secret: string): boolean {
  if (secret.length < SECRET_MIN_LENGTH || new Set(secret).size < SECRET_MIN_DIFFERENT) return true
  const halfways = Array.from({ length: secret.length / 2 }, (_, index) => index + 1)
  return halfways.some(period => secret.startsWith(secret.slice(period)))
}

/** Whether it has the form of Razorpay's key ids. */
export const isKeyId = (text: string) => /^rzp_(live|test)_\w+$/.test(text)

/** Rides that are paid with a test key cost nothing. */
export const isTestKey = (keyId: string) => keyId.startsWith('rzp_test_')

function isSafeKeyId({ RAZORPAY_KEY_ID = '', ...variables }: CheckedVariables): boolean {
  if (!isKeyId(RAZORPAY_KEY_ID)) return false
  return !isTestKey(RAZORPAY_KEY_ID) || variables.RAZORPAY_TEST_KEYS_ALLOWED === 'yes' || !isProductionWith(variables)
}

const usesRazorpay = ({ PAYMENT_PROVIDER }: CheckedVariables) => PAYMENT_PROVIDER === 'razorpay'
const sendsMail = ({ MAIL_PROVIDER }: CheckedVariables) => MAIL_PROVIDER === 'cloudflare' || MAIL_PROVIDER === 'resend'
const isMailProvider = (name: string) => MAIL_PROVIDERS.some(known => known === name)
const hasPush = ({ VAPID_PRIVATE_KEY = '', VAPID_PUBLIC_KEY = '' }: CheckedVariables) =>
  VAPID_PRIVATE_KEY !== '' || VAPID_PUBLIC_KEY !== ''

const MAIL_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+$/u
/** A name and the address. Only in quotes the name may have the marks of a list of addresses. */
const NAMED_ADDRESS = /^(?:"(?:[^"\\]|\\.)*"|[^"<>@,;:[\]\\])*<([^<>]*)>$/

const isSender = (sender: string) => MAIL_ADDRESS.test(NAMED_ADDRESS.exec(sender)?.[1] ?? sender)

/** The keys of push messages are 65 and 32 bytes as base64url. An uncompressed point of the curve begins with 4. */
const RULES: Readonly<Record<Exclude<CheckedName, AlertName>, (variables: CheckedVariables) => boolean>> = {
  SESSION_SECRET: variables => {
    const { SESSION_SECRET = '' } = variables
    return !isWeakSecret(SESSION_SECRET) && !(isProductionWith(variables) && DEVELOPMENT_SECRET.test(SESSION_SECRET))
  },
  MAIL_PROVIDER: ({ MAIL_PROVIDER = '' }) => MAIL_PROVIDER === '' || isMailProvider(MAIL_PROVIDER),
  MAIL_FROM: variables => !sendsMail(variables) || isSender(variables.MAIL_FROM ?? ''),
  SITE_URL: variables => !sendsMail(variables) || /^https?:\/\/[^/]+\/?$/.test(variables.SITE_URL ?? ''),
  EMAIL: ({ EMAIL, MAIL_PROVIDER }) => MAIL_PROVIDER !== 'cloudflare' || Boolean(EMAIL),
  RESEND_API_KEY: ({ MAIL_PROVIDER, RESEND_API_KEY }) => MAIL_PROVIDER !== 'resend' || Boolean(RESEND_API_KEY),
  VAPID_PUBLIC_KEY: variables => !hasPush(variables) || /^B[\w-]{86}$/.test(variables.VAPID_PUBLIC_KEY ?? ''),
  VAPID_PRIVATE_KEY: variables => !hasPush(variables) || /^[\w-]{43}$/.test(variables.VAPID_PRIVATE_KEY ?? ''),
  // Sandbox payments are free, so production rejects them.
  PAYMENT_PROVIDER: variables =>
    usesRazorpay(variables) || (variables.PAYMENT_PROVIDER === 'sandbox' && !isProductionWith(variables)),
  RAZORPAY_KEY_ID: variables => !usesRazorpay(variables) || isSafeKeyId(variables),
  RAZORPAY_KEY_SECRET: variables => !usesRazorpay(variables) || Boolean(variables.RAZORPAY_KEY_SECRET),
  RAZORPAY_WEBHOOK_SECRET: variables => !usesRazorpay(variables) || Boolean(variables.RAZORPAY_WEBHOOK_SECRET)
}

/** The names of missing and unsafe variables, the most important one first. */
export function unsafeVariables(variables: CheckedVariables): CheckedName[] {
  const names = Object.keys(RULES) as (keyof typeof RULES)[]
  return names.filter(name => !RULES[name](variables))
}

/** The names of unusable alert variables. The Worker ignores them, because riders can rent without alerts. */
export function unusableAlertVariables(variables: CheckedVariables): AlertName[] {
  const isUsable = (url: string) => (isProductionWith(variables) ? /^https:\/\/[^\s/]/ : /^https?:\/\/[^\s/]/).test(url)
  return ALERT_NAMES.filter(name => {
    const url = variables[name] ?? ''
    return url !== '' && !(isUsable(url) && URL.canParse(url))
  })
}

const HTTPS_URL = /^https:\/\/[^\s/]+\S*$/

/** The contact of security.txt as a URI. Null unless it is a mail address or an https URL. */
export function contactUri(contact: string): string | null {
  if (HTTPS_URL.test(contact)) return contact
  const address = contact.replace(/^mailto:/, '')
  return MAIL_ADDRESS.test(address) ? `mailto:${address}` : null
}

import { type Bucket, cloudOrigin } from '#domain/cloud-storage.ts'
import { isPaymentPage } from '#domain/routes.ts'

// What a browser may do with our answers. Static files never come by the Worker: public/_headers says the same for them.

/** Whom a page talks to beside its own site: only what this installation is set up for. */
export interface ExternalServices {
  /** The backend that the pages talk to; empty for the one that comes with them. */
  backend: string
  bucket: Bucket | null
  hasCardPayments: boolean
}

/** Whom this page talks to: the card provider only where its dialog is opened. */
export function servicesOnPage(pathname: string, services: ExternalServices): ExternalServices {
  return { ...services, hasCardPayments: services.hasCardPayments && isPaymentPage(pathname) }
}

/** The hashes of what stands in a page itself, as the build has counted them. */
interface InlineHashes {
  scripts: readonly string[]
  styles: readonly string[]
}

const EVERYWHERE = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff'
} as const

const HSTS = 'max-age=31536000'
/** For what is no page: nothing in it may load or run, and nobody may frame it. */
const NON_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'"
/** The same for bytes that somebody has uploaded, whatever hides in them. */
export const UPLOAD_POLICY = `${NON_PAGE_POLICY}; sandbox`
// The card provider's dialog opens the bank in a window, and hears from it.
const OPENER = 'same-origin-allow-popups'

const CARD_PROVIDER = 'https://*.razorpay.com'
// Where its dialog can't be a frame, it goes there by a form.
const CARD_PROVIDER_API = 'https://api.razorpay.com'
const CARD_PROVIDER_FRAMES = [CARD_PROVIDER_API, 'https://checkout.razorpay.com']
// Its script puts a style of its own into the page, for the spinner alone or for the dialog on phones too. The texts are
// the provider's: another one is refused until its hash stands here.
const CARD_PROVIDER_STYLES = [
  'sha256-x8KwkBlDnBKg2FKvRD2OrmWxJgLZcjB8E1HEMQTqnCs=',
  'sha256-VYoJM+B5VwF3YDs5YIEt5XASBqk8M2apkiuz5wugOu4='
]

const DISABLED_FEATURES = [
  'accelerometer',
  'autoplay',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'serial',
  'usb',
  'xr-spatial-tracking'
]

/** What a page's content security policy says beside its scripts and styles, and beside who may frame it. */
export function contentDirectives({ backend, bucket, hasCardPayments }: ExternalServices): string[] {
  const card = hasCardPayments ? [CARD_PROVIDER] : []
  const cloud = bucket ? [cloudOrigin(bucket)] : []
  const backendSources = originSources(backend)
  // What another backend's pictures are served from is its own affair.
  const anywhere = backend ? ['https:'] : []
  return [
    "default-src 'self'",
    "base-uri 'none'",
    directive('connect-src', "'self'", ...backendSources, ...cloud, ...card),
    directive('font-src', "'self'", ...card),
    directive('form-action', "'self'", ...(hasCardPayments ? [CARD_PROVIDER_API] : [])),
    directive('frame-src', ...(hasCardPayments ? card : ["'none'"])),
    directive('img-src', "'self'", 'data:', 'blob:', ...anywhere, ...backendSources, ...cloud, ...card),
    "manifest-src 'self'",
    "object-src 'none'",
    "worker-src 'self'"
  ]
}

function originSources(address: string): string[] {
  const origin = URL.parse(address)?.origin
  return origin === undefined ? [] : [origin]
}

function directive(name: string, ...sources: readonly string[]): string {
  return [name, ...sources].join(' ')
}

export function pagePolicy(services: ExternalServices, { scripts, styles }: InlineHashes): string {
  const { hasCardPayments } = services
  return [
    ...contentDirectives(services),
    "frame-ancestors 'none'",
    directive('script-src', "'self'", ...(hasCardPayments ? [CARD_PROVIDER] : []), ...scripts.map(quoted)),
    "script-src-attr 'none'",
    directive('style-src', "'self'", ...[...styles, ...(hasCardPayments ? CARD_PROVIDER_STYLES : [])].map(quoted)),
    // The frame of the provider's dialog is placed by its style attribute; nothing of ours has one.
    `style-src-attr ${hasCardPayments ? "'unsafe-inline'" : "'none'"}`
  ].join('; ')
}

const quoted = (hash: string) => `'${hash}'`

/** Which of the device's abilities a page, and the frames in it, may ask for. */
export function permissionsPolicy({ hasCardPayments }: ExternalServices): string {
  const payment = hasCardPayments ? ['self', ...CARD_PROVIDER_FRAMES.map(origin => `"${origin}"`)] : []
  return ['camera=(self)', ...DISABLED_FEATURES.map(name => `${name}=()`), `payment=(${payment.join(' ')})`].join(', ')
}

/** The hashes that a policy of Astro's has under this name. */
function hashesIn(policy: string, name: string): string[] {
  const [, sources = ''] = new RegExp(`(?:^|; ?)${name} ([^;]*)`).exec(policy) ?? []
  return [...sources.matchAll(/'(sha\d+-[^']+)'/g)].map(([, hash = '']) => hash)
}

/** A page that was rendered brings the hashes of what stands in it; one that lies ready has a policy of its own. */
function policyFor(answer: Headers, services: ExternalServices): string {
  const pagePolicyHeader = answer.get('content-security-policy') ?? 'script-src'
  if (!pagePolicyHeader.includes('script-src')) return pagePolicyHeader
  return pagePolicy(services, {
    scripts: hashesIn(pagePolicyHeader, 'script-src'),
    styles: hashesIn(pagePolicyHeader, 'style-src')
  })
}

interface ResponseContext {
  /** Vite's server puts scripts and styles of its own into every page, which no hash can know. */
  isDevelopmentServer: boolean
  isHttps: boolean
  services: ExternalServices
}

/** The answer with all that a browser is to be told beside it. */
export function withSecurityHeaders(
  answer: Response,
  { isDevelopmentServer, isHttps, services }: ResponseContext
): Response {
  const safe = new Response(answer.body, answer)
  const { headers } = safe
  for (const [name, value] of Object.entries(EVERYWHERE)) headers.set(name, value)
  if (isHttps) headers.set('strict-transport-security', HSTS)
  if (!headers.get('content-type')?.startsWith('text/html')) {
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', NON_PAGE_POLICY)
    return safe
  }
  headers.set('cross-origin-opener-policy', OPENER)
  headers.set('permissions-policy', permissionsPolicy(services))
  if (isDevelopmentServer) headers.delete('content-security-policy')
  else headers.set('content-security-policy', policyFor(headers, services))
  return safe
}

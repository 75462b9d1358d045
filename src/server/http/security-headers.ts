import { isPaymentPage } from '#domain/routes.ts'
import { cloudOrigin } from '#domain/uploads/urls.ts'
import type { ExternalServices } from '#server/runtime/env.ts'

// Security headers of the Worker's responses. Static files bypass the Worker; public/_headers sets theirs.

/** Services of one page: the card provider is allowed only where its dialog opens. */
export function servicesOnPage(pathname: string, services: ExternalServices): ExternalServices {
  return { ...services, hasCardPayments: services.hasCardPayments && isPaymentPage(pathname) }
}

const EVERYWHERE = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff'
} as const

const HSTS = 'max-age=31536000'
/** For responses that are not pages: nothing may load or run, and nobody may frame them. */
const NON_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'"
/** Also sandboxes uploaded files, whatever they contain. */
export const UPLOAD_POLICY = `${NON_PAGE_POLICY}; sandbox`
// The card provider's dialog opens the bank in a popup and receives messages from it.
const OPENER = 'same-origin-allow-popups'

const CARD_PROVIDER = 'https://*.razorpay.com'
// If its dialog cannot be a frame, it submits a form to this origin.
const CARD_PROVIDER_API = 'https://api.razorpay.com'
const CARD_PROVIDER_FRAMES = [CARD_PROVIDER_API, 'https://checkout.razorpay.com']
// The provider's script adds inline styles, for the spinner alone or for the dialog on phones too. Changed styles are
// blocked until their hash is added here.
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

/** Returns the content security policy's directives, without scripts, styles and framing. */
export function contentDirectives({ backend, bucket, hasCardPayments }: ExternalServices): string[] {
  const card = hasCardPayments ? [CARD_PROVIDER] : []
  const cloud = bucket ? [cloudOrigin(bucket)] : []
  const backendSources = originSources(backend)
  // An external backend may serve pictures from any host.
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

export function pagePolicy(
  services: ExternalServices,
  { scripts, styles }: { scripts: readonly string[]; styles: readonly string[] }
): string {
  const { hasCardPayments } = services
  return [
    ...contentDirectives(services),
    "frame-ancestors 'none'",
    directive('script-src', "'self'", ...(hasCardPayments ? [CARD_PROVIDER] : []), ...scripts.map(quoted)),
    "script-src-attr 'none'",
    directive('style-src', "'self'", ...[...styles, ...(hasCardPayments ? CARD_PROVIDER_STYLES : [])].map(quoted)),
    // The provider's dialog sets a style attribute on its frame. Our own pages have none.
    `style-src-attr ${hasCardPayments ? "'unsafe-inline'" : "'none'"}`
  ].join('; ')
}

const quoted = (hash: string) => `'${hash}'`

/** Returns the permissions policy for a page and its frames. */
export function permissionsPolicy({ hasCardPayments }: ExternalServices): string {
  const payment = hasCardPayments ? ['self', ...CARD_PROVIDER_FRAMES.map(origin => `"${origin}"`)] : []
  return ['camera=(self)', ...DISABLED_FEATURES.map(name => `${name}=()`), `payment=(${payment.join(' ')})`].join(', ')
}

/** Returns the hashes of one directive in Astro's policy. The rest of it is the same for every page. */
function hashesIn(policy: string, name: string): string[] {
  const [, sources = ''] = new RegExp(`(?:^|; ?)${name} ([^;]*)`).exec(policy) ?? []
  return [...sources.matchAll(/'(sha\d+-[^']+)'/g)].map(([, hash = '']) => hash)
}

/** Rendered pages come with the hashes of their inline code; prerendered pages already have their own policy. */
function policyFor(response: Headers, services: ExternalServices): string {
  const pagePolicyHeader = response.get('content-security-policy') ?? 'script-src'
  if (!pagePolicyHeader.includes('script-src')) return pagePolicyHeader
  return pagePolicy(services, {
    scripts: hashesIn(pagePolicyHeader, 'script-src'),
    styles: hashesIn(pagePolicyHeader, 'style-src')
  })
}

interface ResponseContext {
  /** Search engines may list it (domain/routes.ts). */
  isListed: boolean
  /** Vite's dev server adds scripts and styles without known hashes. */
  isDevelopmentServer: boolean
  isHttps: boolean
  now: Date
  services: ExternalServices
}

/** Returns a copy of the response with all security headers. */
export function withSecurityHeaders(
  response: Response,
  { isDevelopmentServer, isHttps, isListed, now, services }: ResponseContext
): Response {
  const safe = new Response(response.body, response)
  const { headers } = safe
  for (const [name, value] of Object.entries(EVERYWHERE)) headers.set(name, value)
  // The clocks of devices may be wrong, so pages go by this one (client/http/server-time.ts).
  headers.set('date', now.toUTCString())
  if (isHttps) headers.set('strict-transport-security', HSTS)
  if (!isListed) headers.set('x-robots-tag', 'noindex')
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

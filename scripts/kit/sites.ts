/** What can be built and deployed: the site, its preview, or only the pages for an external backend. */
export type SiteKind = 'external' | 'preview' | 'production'

export const WRANGLER_CONFIGS: Readonly<Record<SiteKind, string>> = {
  external: 'wrangler.external.toml',
  preview: 'wrangler.preview.toml',
  production: 'wrangler.toml'
}

/** With an external backend, only the pages are built. */
export function siteKindOf({ PUBLIC_API_BASE_URL = '' }: Record<string, string>): SiteKind {
  return PUBLIC_API_BASE_URL === '' ? 'production' : 'external'
}

interface ImportMetaEnv {
  readonly BUILT_VERSION?: string
  readonly PUBLIC_API_BASE_URL?: string
  readonly PUBLIC_FIREBASE_API_KEY?: string
  readonly PUBLIC_FIREBASE_APP_ID?: string
  readonly PUBLIC_FIREBASE_AUTH_DOMAIN?: string
  readonly PUBLIC_FIREBASE_MESSAGING_SENDER_ID?: string
  readonly PUBLIC_FIREBASE_PROJECT_ID?: string
  readonly PUBLIC_FIREBASE_STORAGE_BUCKET?: string
  readonly PUBLIC_FIREBASE_STORAGE_EMULATOR_HOST?: string
  readonly PUBLIC_RAZORPAY_KEY_ID?: string
  readonly PUBLIC_SUPPORT_PHONE?: string
}

/** The platform's stream of a length that is known beforehand, which the bucket asks for. */
declare const FixedLengthStream: typeof import('@cloudflare/workers-types').FixedLengthStream

interface Window {
  /** The last button tapped before React has hydrated it (layouts/base.astro). */
  earlyTap?: HTMLElement
  /**
   * Shows that the page works on the press of this element, until the next press or `null` (styles/base.css). Links and
   * what was tapped before its island hydrates are shown by the script that defines it (layouts/base.astro).
   */
  showPressed?: (element: Element | null) => void
}

declare module 'cloudflare:workers' {
  export const env: unknown
  export function waitUntil(work: Promise<unknown>): void
}

declare module 'virtual:openapi' {
  /** JSON. */
  export const contract: string
}

declare module 'virtual:script-imports' {
  /** By the URL of a script, or by the source path of an island (bundling/integration.ts). */
  export const importsByScript: Readonly<Record<string, readonly string[]>>
}

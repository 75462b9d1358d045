interface ImportMetaEnv {
  readonly PUBLIC_API_BASE_URL?: string
  readonly PUBLIC_RAZORPAY_KEY_ID?: string
  readonly PUBLIC_SUPPORT_PHONE?: string
}

declare module 'cloudflare:workers' {
  export const env: unknown
}

// What the build was configured with (.env.example tells each).

const backend = (import.meta.env.PUBLIC_API_BASE_URL ?? '').replace(/\/+$/, '')

export const IS_EXTERNAL_BACKEND = backend !== ''
export const API_BASE = `${backend}/api`
/** Digits alone, with the country code; empty where support has no number. */
export const SUPPORT_PHONE = (import.meta.env.PUBLIC_SUPPORT_PHONE ?? '').replace(/\D/g, '')
export const FALLBACK_PAYMENT_KEY: string | undefined = import.meta.env.PUBLIC_RAZORPAY_KEY_ID || undefined

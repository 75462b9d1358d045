import type { Bucket } from '#domain/uploads/urls.ts'

// The build's configuration; .env.example documents each variable.

const backendOrigin = (import.meta.env.PUBLIC_API_BASE_URL ?? '').replace(/\/+$/, '')

export const API_BASE = `${backendOrigin}/api`
/** Digits only, with country code; empty if no number is configured. */
export const SUPPORT_PHONE = (import.meta.env.PUBLIC_SUPPORT_PHONE ?? '').replace(/\D/g, '')
export const FALLBACK_PAYMENT_KEY: string | undefined = import.meta.env.PUBLIC_RAZORPAY_KEY_ID || undefined

/** Whether uploads go to cloud storage; otherwise, the build leaves out its library. */
export const HAS_CLOUD_STORAGE = Boolean(import.meta.env.PUBLIC_FIREBASE_STORAGE_BUCKET)
export const CLOUD_BUCKET: Bucket = {
  emulatorHost: import.meta.env.PUBLIC_FIREBASE_STORAGE_EMULATOR_HOST,
  name: import.meta.env.PUBLIC_FIREBASE_STORAGE_BUCKET ?? ''
}
/** The Firebase project's settings, named as in its console. */
export const CLOUD_PROJECT = {
  apiKey: import.meta.env.PUBLIC_FIREBASE_API_KEY,
  appId: import.meta.env.PUBLIC_FIREBASE_APP_ID,
  authDomain: import.meta.env.PUBLIC_FIREBASE_AUTH_DOMAIN,
  messagingSenderId: import.meta.env.PUBLIC_FIREBASE_MESSAGING_SENDER_ID,
  projectId: import.meta.env.PUBLIC_FIREBASE_PROJECT_ID,
  storageBucket: import.meta.env.PUBLIC_FIREBASE_STORAGE_BUCKET
}

import { env, isProduction, razorpayConfig, sessionSecret } from './env.ts'
import { misconfiguredMailVariable, misconfiguredPushVariable } from './message-config.ts'

const SECRET_MIN_LENGTH = 32
/** 32 random hexadecimal digits have fewer different ones only once in thirty million. */
const SECRET_MIN_DIFFERENT = 8
const DEVELOPMENT_SECRET = /for-this-machine-only/

/** True if the secret is too short, has too few different characters, or repeats one word. */
function isWeakSecret(secret: string): boolean {
  if (secret.length < SECRET_MIN_LENGTH || new Set(secret).size < SECRET_MIN_DIFFERENT) return true
  const halfways = Array.from({ length: secret.length / 2 }, (_, index) => index + 1)
  return halfways.some(period => secret.startsWith(secret.slice(period)))
}

/** Returns the variable or binding that prevents safe operation, or null. */
export function misconfiguredVariable(): string | null {
  if (!env.DB) return 'DB'
  if (!env.UPLOADS) return 'UPLOADS'
  const secret = sessionSecret()
  if (isWeakSecret(secret)) return 'SESSION_SECRET'
  if (isProduction() && DEVELOPMENT_SECRET.test(secret)) return 'SESSION_SECRET'
  const mailVariable = misconfiguredMailVariable()
  if (mailVariable !== null) return mailVariable
  const pushVariable = misconfiguredPushVariable()
  if (pushVariable !== null) return pushVariable
  if (env.PAYMENT_PROVIDER === 'razorpay') return misconfiguredRazorpayVariable()
  // Sandbox payments are free, so production rejects it.
  return isProduction() || env.PAYMENT_PROVIDER !== 'sandbox' ? 'PAYMENT_PROVIDER' : null
}

function misconfiguredRazorpayVariable(): string | null {
  const { keyId, keySecret } = razorpayConfig()
  if (!/^rzp_(live|test)_\w+$/.test(keyId)) return 'RAZORPAY_KEY_ID'
  const isForbiddenTestKey = keyId.startsWith('rzp_test_') && env.RAZORPAY_TEST_KEYS_ALLOWED !== 'yes'
  if (isProduction() && isForbiddenTestKey) return 'RAZORPAY_KEY_ID'
  if (keySecret === '') return 'RAZORPAY_KEY_SECRET'
  return env.RAZORPAY_WEBHOOK_SECRET ? null : 'RAZORPAY_WEBHOOK_SECRET'
}

/** The provider's credentials of the Worker under test. */
export const SECRETS = {
  key_id: 'rzp_test_1DP5mmOlF5G5ag',
  key_secret: 'thisissupersecret',
  webhook_secret: 'the-present-webhook-secret'
}
const PREVIOUS_WEBHOOK_SECRET = 'the-webhook-secret-before'

/** The Worker's variables for a provider at this origin. */
export const gatewayAt = (origin: string) => ({
  PAYMENT_PROVIDER: 'razorpay',
  RAZORPAY_API_URL: origin,
  RAZORPAY_KEY_ID: SECRETS.key_id,
  RAZORPAY_KEY_SECRET: SECRETS.key_secret,
  RAZORPAY_WEBHOOK_SECRET: SECRETS.webhook_secret,
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: PREVIOUS_WEBHOOK_SECRET
})

/** What a deployment reads from wrangler.toml. */
export const PRODUCTION_CONFIG = {
  bucket_name: 'scootstay-uploads',
  database_id: undefined,
  database_name: 'scootstay',
  hasEmail: false,
  variables: { ENVIRONMENT: 'production', PAYMENT_PROVIDER: 'razorpay' }
}

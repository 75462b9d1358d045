/** The variables of a Worker that is measured. */
export const WORKER_VARIABLES = {
  ENVIRONMENT: 'development',
  PAYMENT_PROVIDER: 'sandbox',
  SESSION_SECRET: 'for-this-machine-only-never-in-production',
  THROTTLE_TIMES: '1000000'
}

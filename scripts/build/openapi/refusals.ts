import type { Endpoint } from '#contract/kit/endpoint.ts'

// What a call may be refused with. Most of it follows from who may call and what is sent; the rest is a call's own.

const EXTRA_STATUSES: Record<string, readonly number[]> = {
  cancelAnyBooking: [409],
  cancelBooking: [400],
  changePassword: [400, 409, 429],
  checkBookingMoney: [502],
  closeRefund: [409],
  createHourlyBooking: [400, 404, 429, 502],
  createLegacyPricing: [404, 409],
  createScooter: [400, 429],
  deleteProperty: [409],
  deleteScooter: [409],
  paymentFailed: [400, 404, 429],
  paymentSucceeded: [400, 404, 429],
  resumeBooking: [400, 429, 502],
  sendRefund: [409],
  signIn: [401, 403, 429],
  signInAdmin: [401, 403, 429],
  signOut: [403],
  signUp: [403, 409, 429],
  takeWebhook: [400, 404],
  updateProfile: [409, 429],
  updateProfileImage: [400, 429],
  updateScooter: [400, 429],
  uploadImage: [400, 429],
  uploadLicence: [400, 429]
}

export const ENDPOINTS_WITH_EXTRA = Object.keys(EXTRA_STATUSES)

export const STATUS_DESCRIPTIONS: Record<number, string> = {
  400: 'Cannot be done as asked; `detail` says why.',
  401: 'No token, one that has ended, or a wrong e-mail or password.',
  403: "Another's call: an admin's token on a rider's, a rider's on an admin's, or another site's page.",
  404: 'There is no such thing, or it is not the caller’s.',
  409: 'What is there now stands against it; `detail` says what.',
  411: 'A form with a file whose length is not declared.',
  413: 'More bytes than are read.',
  422: '`detail` lists what is wrong with the input, and where.',
  429: 'Too many tries; `retry-after` says how many seconds to wait.',
  502: 'The card provider cannot be asked now.',
  503: 'Not now, or not configured. Nothing was done.'
}

/** The statuses of a call's refusals, in order. */
export function errorStatuses(name: string, { access, isExtension, body, encoding, path, query }: Endpoint): number[] {
  const statuses = new Set([503, ...(EXTRA_STATUSES[name] ?? [])])
  if (access !== 'public') for (const status of [401, 403]) statuses.add(status)
  if (path.includes('{')) statuses.add(404)
  if (body) statuses.add(413)
  if (isExtension && encoding === 'form') statuses.add(411)
  if (body ?? query) statuses.add(422)
  return [...statuses].sort((one, other) => one - other)
}

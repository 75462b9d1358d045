import { ApiError } from '#client/http/api-error.ts'
import { UNAUTHORISED } from '#domain/constants.ts'
import { errorMessage, showFailure } from '#stores/kit/requests.ts'

// A return or a report is kept on this device until the server has decided about it, because there is often no network
// where scooters are parked.

/** The server could not answer for a moment, the ride has just changed, or the rider must wait or sign in again. */
export const mayTryAgain = (error: unknown) =>
  !(error instanceof ApiError) ||
  error.status >= 500 ||
  error.status === 429 ||
  error.status === UNAUTHORISED ||
  error.code === 'ride_changed'

/** 'kept': it waits for the next try. */
export type Outcome = 'kept' | 'refused' | 'sent'

interface Kept<Body> {
  body: Body
  failureMessage: string
  keep: (body: Body) => void
  /** Gets the reason, which is also shown in a toast. */
  onRefused: (reason: string) => void
  send: (body: Body) => Promise<void>
}

export async function sendKept<Body extends { photo_id: string | null }>(kept: Kept<Body>): Promise<Outcome> {
  const { body, failureMessage, keep, onRefused, send } = kept
  try {
    await send(body)
    return 'sent'
  } catch (error) {
    if (mayTryAgain(error)) return 'kept'
    if (body.photo_id !== null && error instanceof ApiError && error.code === 'invalid_input') {
      // The server no longer has the photo.
      const withoutPhoto = { ...body, photo_id: null }
      keep(withoutPhoto)
      return sendKept({ ...kept, body: withoutPhoto })
    }
    onRefused(errorMessage(error, failureMessage))
    showFailure(error, failureMessage)
    return 'refused'
  }
}

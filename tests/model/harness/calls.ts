import * as v from 'valibot'
import {
  type ClientInput,
  type ClientOutput,
  type Endpoint,
  type ErrorDetail,
  errorBody
} from '#contract/kit/endpoint.ts'
import { DISMISSED_BY_RIDER, type Order } from '#contract/payments/orders.ts'
import { bookYearOf } from '#domain/receipts.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { LICENCE_URL_PREFIX } from '#domain/uploads/urls.ts'
import { askForDeletion } from '#server/auth/leave.ts'
import { signIn } from '#server/auth/sign-in.ts'
import { payCompensation, reconcileBooking, refundBooking } from '#server/bookings/admin/booking-payments.ts'
import { bookAtDesk as deskBooking, payBackAtDesk as deskRefund } from '#server/bookings/admin/desk-booking.ts'
import {
  cancelAbsentRide,
  cancelBookingAsAdmin,
  listMoveTargets,
  moveRideAsAdmin,
  previewAbsence,
  previewCancellationAsAdmin,
  returnRideAsAdmin
} from '#server/bookings/admin/ride-actions.ts'
import { cancelBooking, previewCancellation } from '#server/bookings/cancel-booking.ts'
import { createHourlyBooking, resumePayment } from '#server/bookings/create-booking.ts'
import { getWayOut, moveOwnRide, takeMoneyBack } from '#server/bookings/end-ride.ts'
import { extendBooking, listExtensions } from '#server/bookings/extend-booking.ts'
import { returnRide } from '#server/bookings/return-ride.ts'
import { changePin } from '#server/catalogue/pins.ts'
import { deleteProperty, updatePropertyRules } from '#server/catalogue/properties.ts'
import { deleteScooter, updateScooter } from '#server/catalogue/scooters.ts'
import { handle } from '#server/http/handle.ts'
import type { Operation } from '#server/http/operation.ts'
import { confirmPayment, recordPaymentFailure } from '#server/payments/browser-reports.ts'
import { closeRefund, sendRefund } from '#server/payments/refunds/admin-refunds.ts'
import * as webhooks from '#server/payments/webhooks.ts'
import { addProblem, listRidesInside, updateProblem } from '#server/problems/problems.ts'
import { reportProblem } from '#server/problems/report-problem.ts'
import { getBooks } from '#server/receipts/books.ts'
import { decideLicence, setSuspension } from '#server/review/review.ts'
import { replaceLicence as updateLicence } from '#server/riders/profile.ts'
import { now } from './clock.ts'
import { ADMIN, type Person, type Rider, type Scooter, tokenOf } from './seed.ts'

// The server's calls by riders, admins and the provider, from the request to the answer.

/** An answer or a refusal in the contract's shape; anything else fails the test. */
export type CallResult<Body> =
  | { isDone: true; body: Body; status: number }
  | { isDone: false; detail: ErrorDetail; headers: Headers; status: number }

interface Input {
  body?: Record<string, unknown>
  params?: Record<string, string>
  query?: Record<string, string>
}

async function call<E extends Endpoint>(
  operation: Operation<E>,
  by: Person,
  input: ClientInput<E>
): Promise<CallResult<ClientOutput<E>>> {
  const { endpoint } = operation
  const { body, params = {}, query } = input as Input
  const headers = { authorization: `Bearer ${await tokenOf(by)}` }
  const request = requestOf(endpoint, { body, query }, headers)
  const response = await handle(operation, request, params)
  const json: unknown = await response.json()
  if (response.ok) return { body: v.parse(endpoint.output, json), isDone: true, status: response.status }
  const { detail } = v.parse(errorBody, json)
  return { detail, headers: response.headers, isDone: false, status: response.status }
}

function requestOf({ encoding, method, path }: Endpoint, { body, query }: Input, headers: Record<string, string>) {
  const packed = encoding === 'form' ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body ?? {})
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return new Request(`http://scootstay.test/api${path}${search}`, {
    headers,
    method,
    ...(method !== 'GET' && { body: packed })
  })
}

export interface BookingRequest {
  hours: 1 | 3 | 6 | 12
  rider: Rider
  scooter: Scooter
  start: Date
}

/** What the payment dialog passes to its page. */
export interface Receipt {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

export const book = ({ hours, rider, scooter, start }: BookingRequest): Promise<CallResult<Order>> =>
  call(createHourlyBooking, rider, {
    body: { duration_hours: hours, scooter_id: scooter, start_time: start.toISOString() }
  })

export const extend = (by: Rider, id: string, hours: number): Promise<CallResult<Order>> =>
  call(extendBooking, by, { body: { hours }, params: { id } })

export const extensionsOf = (by: Rider, id: string) => call(listExtensions, by, { params: { id } })

export const resume = (by: Rider, id: string) => call(resumePayment, by, { params: { id } })

export const cancelHoldBy = (by: Rider, id: string) => call(cancelBooking, by, { body: {}, params: { id } })

export const previewCancel = (by: Rider, id: string) => call(previewCancellation, by, { params: { id } })

export const cancelPaidBy = (by: Rider, id: string, amount: number) =>
  call(cancelBooking, by, { body: { amount }, params: { id } })

export const returnBy = (by: Rider, id: string) => call(returnRide, by, { body: {}, params: { id } })

/** `seen`: of a press that arrives later. */
export const returnAsAdmin = (id: string, seen: { pressed_at?: string; scooter_id?: string } = {}) =>
  call(returnRideAsAdmin, ADMIN, { body: { reason: 'x', ...seen }, params: { id } })

export const moveAsAdmin = (id: string, from_scooter_id: string, scooter_id: string) =>
  call(moveRideAsAdmin, ADMIN, { body: { from_scooter_id, reason: 'x', scooter_id }, params: { id } })

export const moveBy = (by: Rider, id: string, from_scooter_id: string, scooter_id: string) =>
  call(moveOwnRide, by, { body: { from_scooter_id, scooter_id }, params: { id } })

export const wayOutOf = (by: Rider, id: string) => call(getWayOut, by, { params: { id } })

export const takeMoneyOf = (by: Rider, id: string, amount: number) =>
  call(takeMoneyBack, by, { body: { amount }, params: { id } })

export const targetsOf = (id: string) => call(listMoveTargets, ADMIN, { params: { id } })

/** Reports that the scooter of a ride does not start, or another problem. `number` makes the id. */
export const reportProblemBy = (
  by: Rider,
  id: string,
  number: number,
  fields: Partial<Body<typeof reportProblem.endpoint>> = {}
) =>
  call(reportProblem, by, {
    body: { id: String(number).padStart(32, '0'), kind: 'wont_start', ...fields },
    params: { id }
  })

/** The staff decide about the problem with this number. */
export const decideProblem = (number: number, body: Body<typeof updateProblem.endpoint>) =>
  call(updateProblem, ADMIN, { body, params: { id: String(number).padStart(32, '0') } })

export const saveScooter = (id: string, body: Body<typeof updateScooter.endpoint>) =>
  call(updateScooter, ADMIN, { body, params: { id } })

export const setScooterStatus = (id: string, status: 'Available' | 'Maintenance') => saveScooter(id, { status })

interface WindowRequest {
  from: Date | undefined
  note?: string
  /** Makes the id. */
  number: number
  rides?: Body<typeof addProblem.endpoint>['rides']
  scooter: Scooter
  to: Date | undefined
}

export const blockScooter = ({ from, note = 'x', number, rides = [], scooter, to }: WindowRequest) =>
  call(addProblem, ADMIN, {
    body: {
      id: String(number).padStart(32, '0'),
      note,
      rides,
      scooter_id: scooter,
      ...(from && { from: from.toISOString() }),
      ...(to && { to: to.toISOString() })
    }
  })

export const ridesInside = ({ from, scooter, to }: { from: Date; scooter: Scooter; to: Date }) =>
  call(listRidesInside, ADMIN, { query: { from: from.toISOString(), scooter_id: scooter, to: to.toISOString() } })

export const reportPayment = (by: Rider, session_id: string, receipt: Receipt) =>
  call(confirmPayment, by, { body: { ...receipt, session_id } })

export const dismiss = (by: Rider, session_id: string) =>
  call(recordPaymentFailure, by, { body: { error_description: DISMISSED_BY_RIDER, session_id } })

/** The dispute that an admin was shown before continuing. */
type Despite = { despite_dispute?: never } | { despite_dispute: { dispute_id: string; status: never } }

const acknowledgeDispute = (dispute?: { dispute_id: string; status: string }) =>
  (dispute ? { despite_dispute: dispute } : {}) as Despite

export const previewCancelAsAdmin = (id: string) => call(previewCancellationAsAdmin, ADMIN, { params: { id } })

interface CancelRequest {
  reason?: string
  dispute?: Parameters<typeof acknowledgeDispute>[0]
  owed?: number
  rider_asked?: true
}

export const cancelAsAdmin = (id: string, amount: number, { dispute, ...agreed }: CancelRequest = {}) =>
  call(cancelBookingAsAdmin, ADMIN, { body: { amount, ...agreed, ...acknowledgeDispute(dispute) }, params: { id } })

export const previewAbsenceOf = (id: string) => call(previewAbsence, ADMIN, { params: { id } })

interface AbsenceRequest {
  dispute?: Parameters<typeof acknowledgeDispute>[0]
  isHere?: boolean
}

export const sayAbsent = (id: string, amount: number, { dispute, isHere = false }: AbsenceRequest = {}) =>
  call(cancelAbsentRide, ADMIN, { body: { amount, is_here: isHere, ...acknowledgeDispute(dispute) }, params: { id } })

export const payOwed = (id: string, amount: number, note = 'In cash') =>
  call(payCompensation, ADMIN, { body: { amount, note }, params: { id } })

export const refundAsAdmin = (id: string, amount: number) =>
  call(refundBooking, ADMIN, { body: { amount, reason: 'The scooter was not charged' }, params: { id } })

export const checkAsAdmin = (id: string) => call(reconcileBooking, ADMIN, { params: { id } })

export const sendRefundAgain = (id: string, amount: number, dispute?: Parameters<typeof acknowledgeDispute>[0]) =>
  call(sendRefund, ADMIN, { body: { amount, ...acknowledgeDispute(dispute) }, params: { id } })

export const MANUAL_REFUND_NOTE = 'By bank transfer'

export const closeRefundManually = (id: string, amount: number, dispute?: Parameters<typeof acknowledgeDispute>[0]) =>
  call(closeRefund, ADMIN, {
    body: { amount, note: MANUAL_REFUND_NOTE, ...acknowledgeDispute(dispute) },
    params: { id }
  })

export const bookAtDesk = (body: Body<typeof deskBooking.endpoint>) => call(deskBooking, ADMIN, { body })

export const payBackAtDesk = (id: string, refund_id: string, amount: number) =>
  call(deskRefund, ADMIN, { body: { amount, refund_id }, params: { id } })

/** The months of the present financial year, or of one `back`. */
export const readBooks = (back = 0) =>
  call(getBooks, ADMIN, { query: { year: String(bookYearOf(dayOf(now())) - back) } })

/** Also during a ride. */
export const changePinOf = (scooter_id: Scooter, new_pin: string) =>
  call(changePin, ADMIN, { body: { anyway: true, new_pin }, params: { scooter_id } })

export const deleteAsAdmin = (kind: 'property' | 'scooter', id: string) =>
  kind === 'property' ? call(deleteProperty, ADMIN, { params: { id } }) : call(deleteScooter, ADMIN, { params: { id } })

type Body<E extends Endpoint> = ClientInput<E> extends { body: infer Sent } ? Sent : never

export const decide = (id: Rider, body: Body<typeof decideLicence.endpoint>) =>
  call(decideLicence, ADMIN, { body, params: { id } })

export const askForDeletionOf = (by: Rider, password: string) => call(askForDeletion, by, { body: { password } })

export const signInOf = (by: Rider, email: string, password: string) => call(signIn, by, { body: { email, password } })

export const suspend = (id: Rider, refund: number) =>
  call(setSuspension, ADMIN, { body: { is_suspended: true, reason: 'x', refund }, params: { id } })

export const liftSuspension = (id: Rider) =>
  call(setSuspension, ADMIN, { body: { is_suspended: false }, params: { id } })

export const replaceLicence = (by: Rider, upload: string) =>
  call(updateLicence, by, { body: { license_photo_url: `${LICENCE_URL_PREFIX}${upload}` } })

export const setRules = (id: string, body: Body<typeof updatePropertyRules.endpoint>) =>
  call(updatePropertyRules, ADMIN, { body, params: { id } })

export const receiveWebhook = (request: Request) => handle(webhooks.receiveWebhook, request)

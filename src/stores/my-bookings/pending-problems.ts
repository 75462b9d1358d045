import { atom } from 'nanostores'
import * as v from 'valibot'
import { parseJson } from '#client/device/storage.ts'
import { call } from '#client/http/api.ts'
import { ApiError } from '#client/http/api-error.ts'
import { accountId, pendingProblemsItem, storedToken } from '#client/session/token.ts'
import { reportProblem } from '#contract/problems/report-problem.ts'
import { REPORT_KINDS } from '#domain/bookings/trouble.ts'
import * as text from '#messages/my-bookings/report-problem.ts'
import { toast } from '#stores/app/toasts.ts'
import { hasEndedSession, showFailure } from '#stores/kit/requests.ts'

// Reports of problems are kept on this device until the server has answered, because there is often no network where
// scooters are parked. Their ids come from the device, so that each is added once. Photos are not kept.

const pendingProblem = v.object({
  account: v.string(),
  body: v.object({
    id: v.string(),
    is_rideable: v.nullable(v.boolean()),
    kind: v.picklist(REPORT_KINDS),
    photo_id: v.nullable(v.string()),
    words: v.string()
  }),
  booking_id: v.string()
})
type PendingProblem = v.InferOutput<typeof pendingProblem>

function readAll(): PendingProblem[] {
  const { issues, output } = v.safeParse(v.array(pendingProblem), parseJson(pendingProblemsItem.read() ?? ''))
  return issues ? [] : output
}

/** Those of another account wait until that account signs in again. */
export function pendingProblems(): PendingProblem[] {
  const token = storedToken()
  return token === null ? [] : readAll().filter(({ account }) => account === accountId(token))
}

function writeWithout(id: string, ...more: PendingProblem[]): void {
  const kept = [...readAll().filter(({ body }) => body.id !== id), ...more]
  if (kept.length === 0) pendingProblemsItem.remove()
  else pendingProblemsItem.write(JSON.stringify(kept))
}

export const forgetProblem = (id: string): void => writeWithout(id)

/** Returns the report as it is kept. */
export function keepProblem(problem: Omit<PendingProblem, 'account'>): PendingProblem {
  const pending = { ...problem, account: accountId(storedToken() ?? '') }
  writeWithout(problem.body.id, pending)
  return pending
}

/** The reports that this page has sent: the id of the report that the server has, by that of the device. */
export const $sentReports = atom<Readonly<Record<string, string>>>({})

/** The server could not answer for a moment, or the rider must sign in again. */
const mayTryAgain = (error: unknown) => !(error instanceof ApiError) || error.status >= 500 || hasEndedSession(error)

/** 'kept': it waits for the next try. */
type Outcome = 'kept' | 'refused' | 'sent'

const sending = new Map<string, Promise<Outcome>>()

/** Sends a report that is kept. A report that is on its way is not sent twice. */
export function sendProblem(pending: PendingProblem): Promise<Outcome> {
  const { id } = pending.body
  const request = sending.get(id) ?? send(pending).finally(() => sending.delete(id))
  sending.set(id, request)
  return request
}

async function send(pending: PendingProblem): Promise<Outcome> {
  const { body, booking_id } = pending
  try {
    const answer = await call(reportProblem, { body, params: { id: booking_id } })
    forgetProblem(body.id)
    $sentReports.set({ ...$sentReports.get(), [body.id]: answer.id })
    return 'sent'
  } catch (error) {
    if (mayTryAgain(error)) return 'kept'
    // The server no longer has the photo.
    if (body.photo_id !== null && error instanceof ApiError && error.code === 'invalid_input')
      return send(keepProblem({ ...pending, body: { ...body, photo_id: null } }))
    forgetProblem(body.id)
    showFailure(error, text.reportFailed)
    return 'refused'
  }
}

/** Sends all reports that are kept. */
export async function sendPendingProblems(): Promise<void> {
  for (const pending of pendingProblems()) {
    const { id } = pending.body
    if ((await sendProblem(pending)) === 'sent') toast('success', text.reportNoted($sentReports.get()[id] ?? id))
  }
}

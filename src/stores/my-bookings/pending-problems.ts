import { atom } from 'nanostores'
import * as v from 'valibot'
import { call } from '#client/http/api.ts'
import { accountId, pendingProblemsItem, storedToken } from '#client/session/token.ts'
import { reportProblem } from '#contract/problems/report-problem.ts'
import * as text from '#messages/my-bookings/report-problem.ts'
import { toast } from '#stores/app/toasts.ts'
import { createKeptList } from './kept-list.ts'
import { type Outcome, sendKept } from './send-kept.ts'

// The reports of problems that are kept. Their ids come from the device, so each is added once. Photos are not kept.

const pendingProblem = v.object({ account: v.string(), body: reportProblem.body, booking_id: v.string() })
type PendingProblem = v.InferOutput<typeof pendingProblem>

const list = createKeptList({ idOf: ({ body }) => body.id, item: pendingProblemsItem, schema: pendingProblem })
export const pendingProblems = list.read
export const forgetProblem = list.forget

/** Returns the report as it is kept. */
export function keepProblem(problem: Omit<PendingProblem, 'account'>): PendingProblem {
  const pending = { ...problem, account: accountId(storedToken() ?? '') }
  list.keep(pending)
  return pending
}

/** The reports that this page has sent: the id of the report that the server has, by that of the device. */
export const $sentReports = atom<Readonly<Record<string, string>>>({})

const sending = new Map<string, Promise<Outcome>>()

/** Sends a report that is kept. A report that is on its way is not sent twice. */
export function sendProblem(pending: PendingProblem): Promise<Outcome> {
  const { id } = pending.body
  const request = sending.get(id) ?? send(pending).finally(() => sending.delete(id))
  sending.set(id, request)
  return request
}

function send(pending: PendingProblem): Promise<Outcome> {
  const { body, booking_id } = pending
  return sendKept({
    body,
    failureMessage: text.reportFailed,
    forget: () => forgetProblem(body.id),
    keep: kept => list.keep({ ...pending, body: kept }),
    send: async sent => {
      const answer = await call(reportProblem, { body: sent, params: { id: booking_id } })
      forgetProblem(body.id)
      $sentReports.set({ ...$sentReports.get(), [body.id]: answer.id })
    }
  })
}

/** Sends all reports that are kept and not on their way. */
export async function sendPendingProblems(): Promise<void> {
  for (const pending of pendingProblems()) {
    const { id } = pending.body
    if (!sending.has(id) && (await sendProblem(pending)) === 'sent')
      toast('success', text.reportNoted($sentReports.get()[id] ?? id))
  }
}

import { atom } from 'nanostores'
import * as v from 'valibot'
import { call } from '#client/http/api.ts'
import { accountId, pendingProblemsItem, storedToken } from '#client/session/token.ts'
import { reportProblem } from '#contract/problems/report-problem.ts'
import * as troubleText from '#messages/my-bookings/trouble.ts'
import { createOfflineQueue, type Outcome, sendKept } from '#stores/app/offline-queue.ts'
import { toast } from '#stores/app/toasts.ts'

// The reports of problems that are kept. Their ids come from the device, so each is added once. Photos are not kept.

const pendingProblem = v.object({
  account: v.string(),
  body: reportProblem.body,
  booking_id: v.string(),
  /** Why the server has refused it, which its rider has not read yet. */
  refused: v.optional(v.string()),
  /** Its name, for the refusal. */
  scooter: v.optional(v.string(), '')
})
export type PendingProblem = v.InferOutput<typeof pendingProblem>

const queue = createOfflineQueue({
  idOf: ({ body }) => body.id,
  isToSend: ({ refused }) => refused === undefined,
  item: pendingProblemsItem,
  name: 'problems',
  schema: pendingProblem
})
export const pendingProblems = queue.waiting
export const forgetProblem = queue.forget

/** Returns the report, and whether the device has kept it. */
export function keepProblem(problem: Omit<PendingProblem, 'account'>): { isKept: boolean; pending: PendingProblem } {
  const pending = { ...problem, account: accountId(storedToken() ?? '') }
  return { isKept: queue.keep(pending), pending }
}

/** The rider's reports that the server has refused. They keep their words until the rider has read why. */
export const $refusedReports = atom<readonly PendingProblem[]>([])

export function showRefusedReports(): void {
  $refusedReports.set(queue.read().filter(({ refused }) => refused !== undefined))
}

export function dismissRefusedReport(id: string): void {
  forgetProblem(id)
  showRefusedReports()
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
    failureMessage: troubleText.reportFailed,
    keep: kept => queue.keep({ ...pending, body: kept }),
    onRefused: refused => queue.keep({ ...pending, refused }),
    send: async sent => {
      const answer = await call(reportProblem, { body: sent, params: { id: booking_id } })
      forgetProblem(body.id)
      $sentReports.set({ ...$sentReports.get(), [body.id]: answer.id })
    }
  })
}

const sendProblems = queue.createSender(async pending => {
  const { id } = pending.body
  const isOnItsWay = sending.has(id)
  const outcome = await sendProblem(pending)
  if (outcome === 'sent' && !isOnItsWay) toast('success', troubleText.reportNoted($sentReports.get()[id] ?? id))
  return outcome
})

/** Sends all reports that are kept. Resolves when each that waited or was on its way has its outcome. */
export async function sendPendingProblems(): Promise<void> {
  await sendProblems()
  showRefusedReports()
}

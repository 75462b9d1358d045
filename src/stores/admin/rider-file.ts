import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import type { ClientInput } from '#contract/kit/endpoint.ts'
import type { RefusalCode } from '#contract/kit/refusals.ts'
import { addRiderNote, decideLicence, getRiderFile, type RiderFile, setSuspension } from '#contract/review/review.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { type Decision, type RejectReason, stoppedRides } from '#domain/riders/licence.ts'
import { type Day, isDay } from '#domain/time/india-time.ts'
import { licenceIdFromUrl } from '#domain/uploads/urls.ts'
import { decided, decisionFailed, panel as text } from '#messages/admin/review.ts'
import { toast } from '#stores/app/toasts.ts'
import { validationIssues } from '#stores/kit/forms/validation-issues.ts'
import {
  isLoaded,
  type Loadable,
  latestOnly,
  loadLatest,
  onRefusal,
  showFailure,
  showFailures,
  whileBusy
} from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { licences, reloadAfter } from './dashboard-lists.ts'
import { licenceDialog } from './riders.ts'
import { createNoteDialog, createRowFields } from './row-actions.ts'

// The file of one rider, and what is decided about the rider. In the list of licences to review, the next one opens
// after each decision about a licence.

interface OpenRider {
  id: string
  name: string
  /** Opened from the licences to review. */
  isQueued: boolean
}

/** The rider in the panel; null while it is closed. */
export const $openRider = atom<OpenRider | null>(null)
export const $riderFile = atom<Loadable<RiderFile>>('loading')
/** Whether the photo and the form of the decision are shown: while the licence waits, else after a press. */
export const $isReviewing = atom(false)

const beginRequest = latestOnly()
/** Of the queue that is worked off. Its list may not have reloaded yet. */
const decidedIds = new Set<string>()

function loadedFile(): RiderFile | null {
  const file = $riderFile.get()
  return isLoaded(file) ? file : null
}

/** Each load of the photo is logged. */
function review(file: RiderFile): void {
  const isShown = licenceDialog.$row.get()?.license_photo_url === file.license_photo_url
  const isOurs = licenceIdFromUrl(file.license_photo_url ?? '') !== null
  if (isOurs && !isShown) void licenceDialog.open(file)
  $isReviewing.set(true)
}

export function viewLicence(): void {
  const file = loadedFile()
  if (file) review(file)
}

/** The previous file of the same rider stays on screen until the response arrives. */
async function load(): Promise<void> {
  const rider = $openRider.get()
  if (rider === null) return
  const isLatest = beginRequest()
  await showFailures(text.loadFailed, async () => {
    await loadLatest($riderFile, isLatest, call(getRiderFile, { params: { id: rider.id } }))
    const file = loadedFile()
    if (isLatest() && file && ($isReviewing.get() || file.is_license_waiting)) review(file)
  })
}

function show(rider: OpenRider | null): void {
  beginRequest()
  licenceDialog.close()
  approvalForm.clearErrors()
  $isReviewing.set(false)
  $riderFile.set('loading')
  $openRider.set(rider)
}

export function openRider({ id, name }: { id: string; name: string }, isQueued = false): Promise<void> {
  decidedIds.clear()
  show({ id, isQueued, name })
  return load()
}

export const closeRider = () => show(null)

export async function retryRider(): Promise<void> {
  $riderFile.set('loading')
  await load()
}

/** The first below the decided one, or else above it. */
function nextInQueue(decidedId: string): OpenRider | null {
  const page = licences.$listPage.get()
  if (!isLoaded(page)) return null
  const below = page.rows.findIndex(({ id }) => id === decidedId) + 1
  const rows = [...page.rows.slice(below), ...page.rows.slice(0, below)]
  const next = rows.find(({ id }) => !decidedIds.has(id))
  return next ? { id: next.id, isQueued: true, name: next.name } : null
}

/** Shows the decided file, or in the queue the next rider, whose file is loaded by `reload`. */
function moveOn(file: RiderFile): void {
  const rider = $openRider.get()
  if (rider?.id !== file.id) return
  decidedIds.add(file.id)
  show(rider.isQueued ? nextInQueue(file.id) : rider)
  if (!rider.isQueued) $riderFile.set(file)
}

async function reload(): Promise<void> {
  await Promise.all([load(), reloadAfter('riders')])
}

/** The rides that a decision cancels; `refund` is rupees. */
function stoppedBy({ rides }: RiderFile, decision: Decision) {
  const stopped = stoppedRides(rides, decision)
  return {
    count: stopped.length,
    elsewhere: stopped.filter(({ is_elsewhere }) => is_elsewhere).length,
    refund: sumBy(stopped, ({ refund }) => refund)
  }
}

/** The refusals that mean that the file is outdated. */
const STALE_REFUSALS = ['rider_changed', 'amount_changed', 'payment_disputed'] as const satisfies RefusalCode[]

const $openId = computed($openRider, rider => rider?.id ?? null)

export const approvalForm = createRowFields($openId, ['expires_on'])
export const $isApproving = atom(false)

const NOTHING_STOPPED: ReturnType<typeof stoppedBy> = { count: 0, elsewhere: 0, refund: 0 }
const stoppedByApproval = (file: RiderFile, expiresOn: Day) =>
  isDay(expiresOn) ? stoppedBy(file, { action: 'approve', expires_on: expiresOn }) : NOTHING_STOPPED

/** What the approval until the typed day cancels. */
export const $stoppedByApproval = computed([$riderFile, approvalForm.$fields], (file, { expires_on }) =>
  isLoaded(file) ? stoppedByApproval(file, expires_on) : NOTHING_STOPPED
)

export async function approve(): Promise<void> {
  const file = loadedFile()
  if (file === null) return
  const { expires_on } = approvalForm.$fields.get()
  const { refund } = stoppedByApproval(file, expires_on)
  const body = { decision: 'approve' as const, expires_on, refund, revision: file.revision }
  approvalForm.clearErrors()
  if (approvalForm.showIssues(validationIssues(decideLicence.body, body))) return
  await whileBusy($isApproving, decisionFailed, async () => {
    const approved = onRefusal(
      call(decideLicence, { body, params: { id: file.id } }),
      STALE_REFUSALS,
      async refusal => {
        await reload()
        throw refusal
      }
    )
    const after = await approvalForm.nullOnFailure(approved, decisionFailed)
    if (after === null) return
    approvalForm.clear(file.id)
    toast('success', decided.approved)
    moveOn(after)
    return reload
  })
}

const DECISION_DIALOG = {
  failureMessage: decisionFailed,
  findCurrentRow: ({ id }: RiderFile) => {
    const file = loadedFile()
    return file?.id === id ? file : null
  },
  name: 'reason',
  reload,
  staleRowRefusals: STALE_REFUSALS
} as const

const asRejection = (reason: string): Decision => ({ action: 'reject', reason: reason as RejectReason })

/** What a rejection for this reason cancels; nothing before one is chosen. */
export const stoppedByRejection = (file: RiderFile, reason: string) =>
  reason === '' ? NOTHING_STOPPED : stoppedBy(file, asRejection(reason))

export const rejectDialog = createNoteDialog({
  ...DECISION_DIALOG,
  perform: async ({ id }: RiderFile, body: ClientInput<typeof decideLicence>['body']) => {
    moveOn(await call(decideLicence, { body, params: { id } }))
    return decided.rejected
  },
  schema: decideLicence.body,
  toBody: (file, reason) => ({
    decision: 'reject' as const,
    reason: reason as RejectReason,
    refund: stoppedByRejection(file, reason).refund,
    revision: file.revision
  })
})

export const stoppedBySuspension = (file: RiderFile) => stoppedBy(file, { action: 'suspend' })

export const suspendDialog = createNoteDialog({
  ...DECISION_DIALOG,
  perform: async ({ id }: RiderFile, body: ClientInput<typeof setSuspension>['body']) => {
    await call(setSuspension, { body, params: { id } })
    return decided.suspended
  },
  schema: setSuspension.body,
  toBody: (file, reason) => ({ is_suspended: true, reason, refund: stoppedBySuspension(file).refund })
})

export const $isLifting = atom(false)

export async function liftSuspension({ id }: RiderFile): Promise<void> {
  await whileBusy($isLifting, text.liftFailed, async () => {
    await call(setSuspension, { body: { is_suspended: false }, params: { id } })
    toast('success', text.lifted)
    return reload
  })
}

export const noteForm = createRowFields($openId, ['text'])
export const $isSavingNote = atom(false)

/** The ids of notes that may have been saved, so that a repeated request adds one note. */
const noteIds = new Map<string, string>()

async function saveNote({ id }: RiderFile, kind: 'note' | 'phone', words: string): Promise<void> {
  const key = `${id} ${kind} ${words}`
  const body = { id: noteIds.get(key) ?? crypto.randomUUID().replaceAll('-', ''), kind, text: words }
  if (noteForm.showIssues(validationIssues(addRiderNote.body, body))) return
  noteIds.set(key, body.id)
  await whileBusy($isSavingNote, text.noteFailed, async () => {
    const saving = call(addRiderNote, { body, params: { id } }).then(() => {
      noteIds.delete(key)
      if (kind === 'note') noteForm.clear(id)
      toast('success', text.noteSaved)
    })
    await onRefusal(saving, ['rider_changed'], refusal => showFailure(refusal, text.noteFailed))
    return load
  })
}

export async function addNote(): Promise<void> {
  const file = loadedFile()
  if (file) await saveNote(file, 'note', noteForm.$fields.get().text.trim())
}

/** Whether somebody has reached the rider at the present number. */
export const isReached = ({ notes, phone }: RiderFile) =>
  notes.some(({ kind, text: number }) => kind === 'phone' && number === phone)

export const noteReached = (file: RiderFile) => saveNote(file, 'phone', file.phone)

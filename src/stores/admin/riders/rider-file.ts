import { atom } from 'nanostores'
import { downloadJson } from '#client/device/files.ts'
import { call, validationIssues } from '#client/http/api.ts'
import type { ClientInput } from '#contract/kit/endpoint.ts'
import { addRiderNote, decideLicence, getRiderFile, type RiderFile, setSuspension } from '#contract/review/review.ts'
import { exportRider } from '#contract/riders/export.ts'
import { BRAND_ID } from '#domain/brand/brand.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { newRequestId } from '#domain/kit/text.ts'
import { type Decision, REJECT_REASONS, type RejectReason, stoppedRides } from '#domain/riders/licence.ts'
import { dayOf, isDay } from '#domain/time/india-time.ts'
import { licenceIdFromUrl } from '#domain/uploads/urls.ts'
import * as reviewText from '#messages/admin/review.ts'
import { createNoteDialog, createRowFields, type RowDialogOptions } from '#stores/admin/list/row-dialogs.ts'
import { licences, reloadAfterRider } from '#stores/admin/riders/rider-lists.ts'
import { toast } from '#stores/app/toasts.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import {
  isLoaded,
  isOutdated,
  type Loadable,
  latestOnly,
  loadLatest,
  onRefusal,
  showFailure,
  showFailures,
  whileBusy
} from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { licenceDialog } from './riders.ts'

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

const beginRequest = latestOnly()
/** Of the queue that is worked off. Its list may not have reloaded yet. */
const decidedIds = new Set<string>()

function loadedFile(): RiderFile | null {
  const file = $riderFile.get()
  return isLoaded(file) ? file : null
}

/** Shows the photo, each load of which is logged, and the form of the decision. */
function review(file: RiderFile): void {
  const isShown = licenceDialog.$row.get()?.license_photo_url === file.license_photo_url
  const isOurs = licenceIdFromUrl(file.license_photo_url ?? '') !== null
  if (isOurs && !isShown) void licenceDialog.open(file)
  // What a failed approval says stays until the next press.
  if (!approval.$isBusy.get()) approval.open(file)
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
  await showFailures(reviewText.riderPanel.loadFailed, async () => {
    await loadLatest($riderFile, isLatest, call(getRiderFile, { params: { id: rider.id } }))
    const file = loadedFile()
    if (isLatest() && file && (approval.$row.get() || file.is_license_waiting)) review(file)
  })
}

function show(rider: OpenRider | null): void {
  beginRequest()
  licenceDialog.close()
  approval.cancel()
  noteForm.clearErrors()
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
  await Promise.all([load(), reloadAfterRider()])
}

const isComplete = (decision: Decision): boolean =>
  decision.decision === 'approve'
    ? isDay(decision.expires_on)
    : decision.decision !== 'reject' || REJECT_REASONS.includes(decision.reason)

/** The rides that a decision cancels: none before its day or reason is chosen. `refund` is rupees. */
export function stoppedBy({ rides }: RiderFile, decision: Decision) {
  const stopped = isComplete(decision) ? stoppedRides(rides, decision) : []
  return {
    count: stopped.length,
    elsewhere: stopped.filter(({ is_elsewhere }) => is_elsewhere).length,
    refund: sumBy(stopped, ({ refund }) => refund)
  }
}

export const approvalUntil = (expiresOn: string) => ({ decision: 'approve', expires_on: expiresOn }) as const
export const rejectionFor = (reason: string) => ({ decision: 'reject', reason: reason as RejectReason }) as const
export const suspensionFor = (reason: string) => ({ decision: 'suspend', reason }) as const

type LicenceDecision = ReturnType<typeof approvalUntil | typeof rejectionFor>

const DECISION_DIALOG = {
  failureMessage: reviewText.decisionFailed,
  findCurrentRow: ({ id }: RiderFile) => {
    const file = loadedFile()
    return file?.id === id ? file : null
  },
  reload
} as const satisfies Partial<RowDialogOptions<RiderFile>>

const LICENCE_DIALOG = {
  ...DECISION_DIALOG,
  perform: async ({ id }: RiderFile, body: ClientInput<typeof decideLicence>['body']) => {
    moveOn(await call(decideLicence, { body, params: { id } }))
    return reviewText.decided[body.decision]
  },
  schema: decideLicence.body
} as const

const decisionOn = (file: RiderFile, decision: LicenceDecision) => ({
  ...decision,
  refund: stoppedBy(file, decision).refund,
  revision: file.revision
})

/** Open in the panel while the licence is reviewed: it waits, or the admin has pressed 'View licence'. */
export const approval = createNoteDialog({
  ...LICENCE_DIALOG,
  name: 'expires_on',
  toBody: (file, day) => decisionOn(file, approvalUntil(day))
})

export const rejectDialog = createNoteDialog({
  ...LICENCE_DIALOG,
  name: 'reason',
  toBody: (file, reason) => decisionOn(file, rejectionFor(reason))
})

export const suspendDialog = createNoteDialog({
  ...DECISION_DIALOG,
  name: 'reason',
  perform: async ({ id }: RiderFile, body: ClientInput<typeof setSuspension>['body']) => {
    await call(setSuspension, { body, params: { id } })
    return reviewText.decided.suspend
  },
  schema: setSuspension.body,
  toBody: (file, reason) => ({ is_suspended: true, reason, refund: stoppedBy(file, suspensionFor(reason)).refund })
})

export const $isLifting = atom(false)

export async function liftSuspension({ id }: RiderFile): Promise<void> {
  await whileBusy($isLifting, reviewText.riderPanel.liftFailed, async () => {
    await call(setSuspension, { body: { is_suspended: false }, params: { id } })
    toast('success', reviewText.riderPanel.lifted)
    return reload
  })
}

export const $isDownloading = atom(false)

/** Saves what is kept about the rider as a file, for a letter. */
export function downloadRider({ id }: RiderFile): Promise<void> {
  return whileBusy($isDownloading, reviewText.riderPanel.downloadFailed, async () => {
    const data = await call(exportRider, { params: { id } })
    downloadJson(`${BRAND_ID}-rider-${dayOf(currentTime())}`, data)
  })
}

export const noteForm = createRowFields(
  computed($openRider, rider => rider?.id ?? null),
  ['text']
)
export const $isSavingNote = atom(false)

/** The ids of notes that may have been saved, so that a repeated request adds one note. */
const noteIds = new Map<string, string>()

async function saveNote({ id }: RiderFile, kind: 'note' | 'phone', words: string): Promise<void> {
  const key = `${id} ${kind} ${words}`
  const body = { id: noteIds.get(key) ?? newRequestId(), kind, text: words }
  if (noteForm.showIssues(validationIssues(addRiderNote.body, body))) return
  noteIds.set(key, body.id)
  await whileBusy($isSavingNote, reviewText.riderPanel.noteFailed, async () => {
    const saving = call(addRiderNote, { body, params: { id } }).then(() => {
      noteIds.delete(key)
      if (kind === 'note') noteForm.clear(id)
      toast('success', reviewText.riderPanel.noteSaved)
    })
    await onRefusal(saving, isOutdated, refusal => showFailure(refusal, reviewText.riderPanel.noteFailed))
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

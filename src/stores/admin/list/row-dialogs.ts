import { atom, onMount, type ReadableAtom } from 'nanostores'
import type * as v from 'valibot'
import { releaseUrl } from '#client/device/files.ts'
import { validationIssues } from '#client/http/api.ts'
import type { ApiError } from '#client/http/api-error.ts'
import { toast } from '#stores/app/toasts.ts'
import { formErrors } from '#stores/kit/forms/form.ts'
import {
  hasEndedSession,
  isLoaded,
  isOutdated,
  type Loadable,
  latestOnly,
  logUnexpected,
  onRefusal,
  showFailure,
  whileBusy
} from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { confirmUnsaved } from '#stores/session/page-guard.ts'
import type { ListStore } from './create-list.ts'

// The dialogs for one row of a list, and their text fields.

export interface RowDialogOptions<Row> {
  /** Performs the action; returns the success message, or '' if the device keeps it for later. */
  perform: (row: Row) => Promise<string>
  failureMessage: string
  /** Whether the row needs a second confirmation, for example because its payment is disputed. */
  requiresSecondConfirmation?: (row: Row) => boolean
  /** The row as it is now; null if the action no longer applies to it. */
  findCurrentRow: (row: Row) => Row | null
  /** Reloads every list that the action may affect. */
  reload: () => Promise<void>
}

export type RowDialog<Row> = ReturnType<typeof createRowDialog<Row>>

/**
 * A confirmation dialog for one row, before money moves. The admin confirms a specific amount. If the server reports
 * that the row has changed, the dialog stays open with the server's message and the current row. A second confirmation
 * then has to be given again.
 */
export function createRowDialog<Row>(options: RowDialogOptions<Row>) {
  const { failureMessage, findCurrentRow, perform, reload, requiresSecondConfirmation } = options
  /** Null while the dialog is closed. */
  const $row = atom<Row | null>(null)
  const $isBusy = atom(false)
  /** True after the first confirmation, while the second one is pending. */
  const $needsSecondConfirmation = atom(false)
  /** Why the action was rejected. Shown only in the dialog, because a toast would cover it. */
  const $refusal = atom<string | null>(null)

  function open(row: Row | null): void {
    $refusal.set(null)
    $needsSecondConfirmation.set(false)
    $row.set(row)
  }

  /** Shows why the action was refused, and the row as it is now: in the dialog, if both are still there. */
  async function showRefusal(row: Row, refusal: ApiError): Promise<null> {
    await reload()
    // Another row may be selected by now.
    const isOpen = $row.get() === row
    const current = isOpen ? findCurrentRow(row) : null
    if (isOpen) open(current)
    if (current === null) showFailure(refusal, failureMessage)
    else $refusal.set(refusal.sentence ?? failureMessage)
    return null
  }

  async function confirm(): Promise<void> {
    const row = $row.get()
    if (row === null) return
    if (requiresSecondConfirmation?.(row) && !$needsSecondConfirmation.get()) {
      $refusal.set(null)
      return $needsSecondConfirmation.set(true)
    }
    await whileBusy($isBusy, failureMessage, async () => {
      $refusal.set(null)
      const sentence = await onRefusal(perform(row), isOutdated, refusal => showRefusal(row, refusal))
      if (sentence === null) return
      if (sentence) toast('success', sentence)
      if ($row.get() === row) open(null)
      return sentence ? reload : undefined
    })
  }

  return {
    $isBusy,
    $needsSecondConfirmation,
    $refusal,
    $row,
    cancel: () => open(null),
    confirm,
    open: (row: Row) => open(row)
  }
}

/** The matching row on the loaded page of a list; null if it is not there. */
export function findRow<Row>({ $listPage }: ListStore<Row>, matches: (row: Row) => boolean): Row | null {
  const listPage = $listPage.get()
  return isLoaded(listPage) ? (listPage.rows.find(matches) ?? null) : null
}

/**
 * The text fields of a dialog for one row, such as the reason of a refund. The texts of each row are kept until they
 * are cleared, so closing the dialog by mistake loses nothing. The browser asks before the page is left with texts in
 * the open dialog.
 */
export function createRowFields<Field extends string>($rowId: ReadableAtom<string | null>, names: readonly Field[]) {
  type Texts = Readonly<Record<Field, string>>
  const empty = Object.fromEntries(names.map(name => [name, ''])) as Texts
  const $typed = atom<Readonly<Record<string, Texts>>>({})
  const $fields = computed([$rowId, $typed], (id, typed) => typed[id ?? ''] ?? empty)
  const errors = formErrors<Field>({ fields: names, isQuiet: true })
  const setTexts = (id: string, texts: Texts) => $typed.set({ ...$typed.get(), [id]: texts })
  const isTyped = () => Object.values<string>($fields.get()).some(text => text.trim() !== '')
  onMount($fields, () => confirmUnsaved(isTyped))

  return {
    ...errors,
    $fields,
    clear: (id: string) => setTexts(id, empty),
    setField: (field: Field, text: string) => {
      const id = $rowId.get()
      if (id !== null) setTexts(id, { ...$fields.get(), [field]: text })
      errors.clearError(field)
    }
  }
}

interface NoteDialogOptions<Row, Body, Field extends string> extends Omit<RowDialogOptions<Row>, 'perform'> {
  /** The field of the request that has the text. */
  name: Field
  perform: (row: Row, body: Body) => Promise<string>
  schema: v.GenericSchema
  toBody: (row: Row, text: string) => Body
}

export type NoteDialog<Field extends string> = ReturnType<typeof createNoteDialog<{ id: string }, unknown, Field>>

/** A confirmation dialog with a text that the admin must write, such as a reason. */
export function createNoteDialog<Row extends { id: string }, Body, Field extends string>(
  options: NoteDialogOptions<Row, Body, Field>
) {
  const { name, perform, schema, toBody } = options
  const bodyOf = (row: Row) => toBody(row, fields.$fields.get()[name].trim())
  const dialog = createRowDialog<Row>({
    ...options,
    perform: async row => {
      const sentence = await perform(row, bodyOf(row))
      fields.clear(row.id)
      return sentence
    }
  })
  const $rowId = computed(dialog.$row, row => row?.id ?? null)
  const fields = createRowFields<Field>($rowId, [name])

  async function confirm(): Promise<void> {
    const row = dialog.$row.get()
    if (row !== null && !fields.showIssues(validationIssues(schema, bodyOf(row)))) await dialog.confirm()
  }

  function open(row: Row): void {
    fields.clearErrors()
    dialog.open(row)
  }

  return { ...dialog, confirm, fields, name, open }
}

/**
 * The dialog that shows the photo of a row. Only admins can read it: it is fetched with the admin's token, and released
 * after the dialog has closed. `name` is that of a download, without its extension.
 */
export function createPhotoDialog<Row>({ load, name }: { load: (row: Row) => Promise<Blob>; name: string }) {
  /** Null while the dialog is closed. */
  const $row = atom<Row | null>(null)
  const $photo = atom<Loadable<ReturnType<typeof toPhotoFile> | 'missing'>>('loading')
  const beginRequest = latestOnly()

  function show(row: Row | null): () => boolean {
    const photo = $photo.get()
    if (typeof photo === 'object') releaseUrl(photo.url)
    $photo.set('loading')
    $row.set(row)
    return beginRequest()
  }

  async function open(row: Row): Promise<void> {
    const isLatest = show(row)
    const photo = await onRefusal(load(row), ['not_found'], () => 'missing' as const).catch(stateAfter)
    if (isLatest()) $photo.set(typeof photo === 'string' ? photo : toPhotoFile(photo, name))
  }

  return { $photo, $row, close: () => void show(null), open }
}

export type PhotoDialogStore<Row> = ReturnType<typeof createPhotoDialog<Row>>

/** After the end of the session, the page is being left, so no failure is shown. */
function stateAfter(error: unknown): 'failed' | 'loading' {
  logUnexpected(error)
  return hasEndedSession(error) ? 'loading' : 'failed'
}

/** The name of the file, and an object URL. */
function toPhotoFile(photo: Blob, name: string) {
  return { file: `${name}.${photo.type.replace('image/', '')}`, url: URL.createObjectURL(photo) }
}

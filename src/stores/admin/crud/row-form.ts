import { atom, map, type ReadableAtom } from 'nanostores'
import type * as v from 'valibot'
import { lazyPart } from '#client/device/lazy-part.ts'
import { validationIssues } from '#client/http/api.ts'
import { KEEPS_OMITTED_FIELDS } from '#domain/backend.ts'
import { containsNoNumber } from '#domain/kit/numbers.ts'
import { pick } from '#domain/kit/rows.ts'
import * as formsText from '#messages/admin/forms.ts'
import { toast } from '#stores/app/toasts.ts'
import { changedFields, type FieldByRefusal, formErrors } from '#stores/kit/forms/form.ts'
import { logFailure, whileBusy } from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { confirmUnsaved } from '#stores/session/page-guard.ts'
import { type Body, bodyOf, type FieldMap, type Typed, typedOf } from './fields.ts'

// The form that creates or edits one row: what is typed, what has changed, when it opens and closes, and its save.

const uploadChecks = lazyPart(() => import('#client/uploads/uploads.ts'))

export type Editing<Row> = { mode: 'create' } | { mode: 'edit'; row: Row }

export interface RowFormOptions<Row, Fields extends FieldMap, Together = unknown> {
  fields: Fields
  getId: (row: Row) => string
  /** Preselected values of a new row, as far as they are loaded. */
  defaults?: () => Partial<Typed<Fields>>
  /** Fields that keep their saved value if they are left empty while a row is edited. */
  keepIfEmpty?: readonly (keyof Fields & string)[]
  /** Form fields by contract field, if the names differ. */
  fieldAliases?: Record<string, keyof Fields & string>
  /** What the request has of several fields together. */
  together?: (typed: Typed<Fields>, changed: readonly string[]) => Together
  /** Without it, the form only edits rows. */
  create?: (body: Body<Fields> & Together) => Promise<unknown>
  /** `changed` names the fields that differ from the saved ones. */
  update: (row: Row, body: Body<Fields> & Together, changed: readonly (keyof Fields & string)[]) => Promise<unknown>
  /** The contract's validation schemas; their messages are shown to the admin. */
  schemas: { create?: v.GenericSchema; update: v.GenericSchema }
  /** The fields that show refusals without a list of details. */
  fieldByRefusal?: FieldByRefusal<keyof Fields & string>
  messages: { created?: string; createFailed?: string; updated: string; updateFailed: string }
  /** Reloads every list that a change of this resource may affect. */
  reload?: () => Promise<void>
}

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

/** The fields that differ from the saved ones. */
export function onlyChanged<Body extends object>(body: Body, changed: readonly string[]): Partial<Body> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => changed.includes(name))) as Partial<Body>
}

/**
 * The fields to send for an edited row. Our own backend keeps omitted fields, so that two admins don't overwrite each
 * other's changes. An external backend may require all fields.
 */
export function toPartialUpdate<Body extends object>(body: Body, changed: readonly string[]): Partial<Body> {
  return KEEPS_OMITTED_FIELDS ? onlyChanged(body, changed) : body
}

/** Protects unsaved changes of a form: they are never discarded without a confirmation. */
function protectUnsavedChanges($changed: ReadableAtom<readonly unknown[]>) {
  /** The action that would replace the form; the admin must confirm it first. */
  const $pendingAction = atom<(() => void) | null>(null)
  const hasChanges = () => $changed.get().length > 0
  let removeUnloadGuard: (() => void) | undefined

  return {
    $pendingAction,
    confirmIfUnsaved: (action: () => void) => {
      if (hasChanges()) $pendingAction.set(action)
      else action()
    },
    discard: () => {
      const action = $pendingAction.get()
      $pendingAction.set(null)
      action?.()
    },
    keepEditing: () => $pendingAction.set(null),
    /** The guard also applies while another tab of the dashboard is open: the form stays in memory. */
    guardUnload: () => {
      removeUnloadGuard ??= confirmUnsaved(hasChanges)
    },
    stopGuardingUnload: () => {
      removeUnloadGuard?.()
      removeUnloadGuard = undefined
    }
  }
}

function createForm<Row, Fields extends FieldMap, Together>(options: RowFormOptions<Row, Fields, Together>) {
  type Field = keyof Fields & string
  const { defaults, fieldAliases, getId, keepIfEmpty = [] } = options
  const fieldOrder: readonly Field[] = Object.keys(options.fields)
  const empty = Object.fromEntries(fieldOrder.map(name => [name, options.fields[name]?.empty])) as Typed<Fields>
  const errors = formErrors<Field>({ aliases: fieldAliases, fields: fieldOrder })
  /** Null while the form is closed. */
  const $editing = atom<Editing<Row> | null>(null)
  /** Null while the form is closed or creates a row. */
  const $editedRow = computed($editing, editing => (editing?.mode === 'edit' ? editing.row : null))
  const $fields = map<Typed<Fields>>(empty)
  const $initialFields = atom(empty)
  const isUnchanged = ({ mode }: Editing<Row>, name: Field, fields: Typed<Fields>) =>
    mode === 'edit' && keepIfEmpty.includes(name) && isBlank(fields[name])
  const $changed = computed([$editing, $fields, $initialFields], (editing, fields, before) =>
    editing === null ? [] : changedFields(fields, before).filter(name => !isUnchanged(editing, name, fields))
  )
  const { guardUnload, stopGuardingUnload, ...unsaved } = protectUnsavedChanges($changed)
  const newFields = (): Typed<Fields> => ({ ...empty, ...defaults?.() })

  function open(editing: Editing<Row>, fields: Typed<Fields>): void {
    guardUnload()
    $initialFields.set(fields)
    $fields.set(fields)
    errors.clearErrors()
    $editing.set(editing)
  }

  /** Closes the form without a confirmation, even with unsaved changes. */
  function cancel(): void {
    stopGuardingUnload()
    $editing.set(null)
    errors.clearErrors()
  }

  /** Closes the form, or asks first if it has unsaved changes. Then the action runs. */
  function leave(action: () => void): void {
    unsaved.confirmIfUnsaved(() => {
      cancel()
      action()
    })
  }

  function setField<Name extends Field>(field: Name, value: Typed<Fields>[Name]): void {
    $fields.set({ ...$fields.get(), [field]: value })
    errors.clearError(field)
    if (value instanceof File) void checkImage(field, value)
  }

  /** Takes back a picture that cannot be uploaded, and shows why. Returns whether it can. */
  async function checkImage(field: Field, image: File): Promise<boolean> {
    // Loaded with the first picture. Without it, the upload says what is wrong.
    const uploads = await logFailure(uploadChecks.load())
    const issue = (await uploads?.imageIssue(image)) ?? null
    if (issue !== null && $fields.get()[field] === image) {
      $fields.set({ ...$fields.get(), [field]: $initialFields.get()[field] })
      errors.showFieldError(field, issue)
    }
    return issue === null
  }

  /** Applies defaults that loaded only after the form was opened. */
  function applyLateDefaults(): void {
    if ($editing.get()?.mode !== 'create') return
    const before = $initialFields.get()
    const untouched = fieldOrder.filter(name => before[name] === '' && $fields.get()[name] === '')
    const lateValues = pick(newFields(), ...untouched)
    $initialFields.set({ ...before, ...lateValues })
    $fields.set({ ...$fields.get(), ...lateValues })
    for (const name of untouched) if (lateValues[name] !== '') errors.clearError(name)
  }

  const close = () => unsaved.confirmIfUnsaved(cancel)
  /** Id of the row whose form is open; null while none is. */
  const $openId = computed($editedRow, row => row && getId(row))
  const state = { $changed, $editedRow, $editing, $fields, $initialFields, $openId, fieldOrder, getId, isUnchanged }
  const actions = { applyLateDefaults, cancel, checkImage, close, leave, newFields, open, setField }
  return { ...errors, ...state, ...unsaved, ...actions }
}

/** Validates and sends a form, and closes it once it is saved. */
function createSave<Row, Fields extends FieldMap, Together>(
  form: ReturnType<typeof createForm<Row, Fields, Together>>,
  options: RowFormOptions<Row, Fields, Together>
) {
  type Field = keyof Fields & string
  const { create, fieldByRefusal = {}, fields: described, messages, reload, schemas, together, update } = options
  const { $changed, $editing, $fields, $initialFields, fieldOrder, isUnchanged, setField } = form
  const $isSaving = atom(false)

  /** The request body of the fields. */
  const toBody = (fields: Typed<Fields>, changed: readonly string[]) =>
    ({ ...bodyOf(described, fields), ...together?.(fields, changed) }) as Body<Fields> & Together

  /** Call it when the field loses focus. A replacement during typing would mix with the next key. */
  function normaliseNumber(field: Field): void {
    const { [field]: typed } = $fields.get()
    const fallback = described[field]?.fallback
    if (fallback === undefined || typeof typed !== 'string' || !containsNoNumber(typed)) return
    setField(field, String(fallback) as Typed<Fields>[Field])
    toast('info', formsText.notANumber(fallback))
  }

  /** Returns the fields as they are sent, and shows them in the form, which may stay open. */
  function normaliseFields(editing: Editing<Row>): Typed<Fields> {
    for (const field of fieldOrder) normaliseNumber(field)
    const unchanged = fieldOrder.filter(field => isUnchanged(editing, field, $fields.get()))
    $fields.set({ ...$fields.get(), ...pick($initialFields.get(), ...unchanged) })
    return $fields.get()
  }

  /** Returns whether the row was saved. */
  async function trySave(editing: Editing<Row>, failed: string): Promise<boolean> {
    const fields = normaliseFields(editing)
    const changed = $changed.get()
    const body = toBody(fields, changed)
    const sent = Object.entries(body).filter(([name]) => !isUnchanged(editing, name, fields))
    const schema = (editing.mode === 'create' && schemas.create) || schemas.update
    if (form.showIssues(validationIssues(schema, Object.fromEntries(sent)))) return false
    for (const field of changed) {
      const { [field]: value } = fields
      // It may have changed on the device since it was chosen.
      if (value instanceof File && !(await form.checkImage(field, value))) return false
    }
    if (editing.mode === 'edit' && changed.length === 0) {
      toast('info', formsText.noChanges)
      return false
    }
    const saved = editing.mode === 'edit' ? update(editing.row, body, changed) : create?.(body)
    const done = Promise.resolve(saved).then(() => true)
    return (await form.toastFailure(done, failed, fieldByRefusal)) ?? false
  }

  async function save(): Promise<void> {
    const editing = $editing.get()
    if (!editing) return
    const isNew = editing.mode === 'create'
    const failed = (isNew && messages.createFailed) || messages.updateFailed
    await whileBusy($isSaving, failed, async () => {
      form.clearErrors()
      const succeeded = await trySave(editing, failed)
      // Another form may have replaced the submitted one; then its errors are not shown.
      if ($editing.get() !== editing) form.clearErrors()
      else if (succeeded) form.cancel()
      if (!succeeded) return
      toast('success', (isNew && messages.created) || messages.updated)
      return reload
    })
  }

  /** Applies values of the edited row that were saved without this form. A field with an unsaved change keeps it. */
  function applySaved(saved: Partial<Typed<Fields>>): void {
    const unchanged = Object.keys(saved).filter(name => !$changed.get().includes(name))
    $initialFields.set({ ...$initialFields.get(), ...saved })
    $fields.set({ ...$fields.get(), ...pick({ ...$fields.get(), ...saved }, ...unchanged) })
  }

  return { $isSaving, applySaved, normaliseNumber, save, toBody }
}

export function createRowForm<Row, Fields extends FieldMap, Together = unknown>(
  options: RowFormOptions<Row, Fields, Together>
) {
  const form = createForm(options)
  return { ...form, ...createSave(form, options), typedOf: (row: object) => typedOf(options.fields, row) }
}

/** The parts of a form that do not depend on its row and fields. */
export type RowForm = ReturnType<typeof createRowForm>

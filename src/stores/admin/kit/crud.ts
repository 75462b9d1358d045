import { atom, map } from 'nanostores'
import type * as v from 'valibot'
import { askBeforeLeaving } from '#client/device/browser.ts'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'
import { isNotANumber } from '#domain/typed-number.ts'
import { noChanges, notANumber } from '#messages/portal.ts'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/busy.ts'
import { formErrors } from '#stores/kit/form-errors.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { misfits } from '#stores/kit/validation-issues.ts'
import { $session } from '#stores/session/session.ts'
import { changedIn, isBlank, pick, type Typed } from './typed-fields.ts'

// What adding, editing and deleting share, whatever the noun: the four tabs differ in fields, words and calls alone.

interface Words {
  createFailed: string
  created: string
  deleteFailed: string
  deleted: string
  updateFailed: string
  updated: string
}

interface Options<Row, Fields extends Typed> {
  /** An empty form, its fields in the order in which they stand on it. */
  empty: () => Fields
  /** What is chosen already when a row is added, as far as it is known by then. */
  suggested?: () => Partial<Fields>
  /** What the form begins with when a row is edited. */
  fieldsOf: (row: Row) => Fields
  idOf: (row: Row) => string
  /** What the fields are as a body; strings trimmed, numbers read. */
  bodyOf: (fields: Fields) => Record<string, unknown>
  /** The contract's own rules for what is sent; they carry their sentences. */
  rules: { create: v.GenericSchema; update: v.GenericSchema }
  create: (fields: Fields) => Promise<unknown>
  /** `changed` names the fields that differ from the row's. */
  update: (row: Row, fields: Fields, changed: readonly (keyof Fields & string)[]) => Promise<unknown>
  remove: (row: Row) => Promise<{ message?: string | null | undefined }>
  /** What stays as it is where it is left empty on an edited row. */
  keptWhenEmpty?: readonly (keyof Fields & string)[]
  /** The fields for whole numbers, and what each becomes where the text typed into it is not a number (spec §5). */
  numbers?: Partial<Record<keyof Fields & string, number>>
  /** Where a refusal without a list of details belongs, by its status. */
  placeByStatus?: Record<number, keyof Fields & string>
  /** Where a field of the contract is on the form, if not under its own name. */
  places?: Record<string, keyof Fields & string>
  words: Words
  /** Asks again for everything that a change of this noun can have changed. */
  reload: () => Promise<void>
}

type Editing<Row> = { mode: 'create' } | { mode: 'edit'; row: Row }

export function createCrud<Row, Fields extends Typed>(options: Options<Row, Fields>) {
  type Field = keyof Fields & string
  const { bodyOf, empty, fieldsOf, idOf, keptWhenEmpty = [], placeByStatus = {}, reload, rules, words } = options

  const begin = (): Fields => ({ ...empty(), ...options.suggested?.() })

  /** Null while the form is closed. */
  const $editing = atom<Editing<Row> | null>(null)
  const $fields = map<Fields>(empty())
  const $before = atom(empty())
  const $saving = atom(false)
  /** What would take the place of a form with unsaved changes; its visitor is asked first. */
  const $waiting = atom<(() => void) | null>(null)
  const $toDelete = atom<Row | null>(null)
  const $deleting = atom(false)
  const order: readonly Field[] = Object.keys(empty())
  const errors = formErrors<Field>({
    placeOf: name => options.places?.[String(name)] ?? order.find(field => field === name)
  })

  const $changed = computed([$editing, $fields, $before], (editing, fields, before) =>
    editing === null ? [] : changedIn(fields, before).filter(name => !isKept(editing, name, fields))
  )

  function isKept({ mode }: Editing<Row>, name: Field, fields: Fields): boolean {
    return mode === 'edit' && keptWhenEmpty.includes(name) && isBlank(fields[name])
  }

  let stopWatching: (() => void) | undefined

  function open(editing: Editing<Row>, fields: Fields): void {
    // Also while another tab of the dashboard is on screen, which keeps this form.
    stopWatching ??= askBeforeLeaving(() => $changed.get().length > 0 && $session.get() !== null)
    $before.set(fields)
    $fields.set(fields)
    errors.clearErrors()
    $editing.set(editing)
  }

  function close(): void {
    stopWatching?.()
    stopWatching = undefined
    $editing.set(null)
    errors.clearErrors()
  }

  /** Never drops what was typed without asking. */
  function unlessUnsaved(next: () => void): void {
    if ($changed.get().length > 0) $waiting.set(next)
    else next()
  }

  /** Takes what an empty form begins with where it was not known yet when the form was opened. */
  function refill(): void {
    if ($editing.get()?.mode !== 'create') return
    const [before, beginning] = [$before.get(), begin()]
    const late = order.filter(name => before[name] === '' && $fields.get()[name] === '')
    const known = pick(beginning, late)
    $before.set({ ...before, ...known })
    $fields.set({ ...$fields.get(), ...known })
  }

  function typeInto<Name extends Field>(field: Name, value: Fields[Name]): void {
    $fields.set({ ...$fields.get(), [field]: value })
    errors.clearError(field)
  }

  /** Once nobody types in a field any more: before that, a replaced text would mix with the next key. */
  function leave(field: Field): void {
    const { [field]: typed } = $fields.get()
    const otherwise = options.numbers?.[field]
    if (otherwise === undefined || typeof typed !== 'string' || !isNotANumber(typed)) return
    typeInto(field, String(otherwise) as Fields[Field])
    toast('info', notANumber(otherwise))
  }

  /** The fields as they are sent, and shown so: the form may stay open. */
  function settle(editing: Editing<Row>): Fields {
    for (const field of order) leave(field)
    const kept = order.filter(field => isKept(editing, field, $fields.get()))
    $fields.set({ ...$fields.get(), ...pick($before.get(), kept) })
    return $fields.get()
  }

  /** What is wrong with the fields has been said where this is true. */
  function isRefused(editing: Editing<Row>, fields: Fields): boolean {
    const sent = Object.entries(bodyOf(fields)).filter(([name]) => !isKept(editing, name, fields))
    const found = misfits(editing.mode === 'create' ? rules.create : rules.update, Object.fromEntries(sent))
    const misfitting = errors.errorsByName(found)
    const sentence = order.map(field => misfitting[field]).find(Boolean) ?? found[0]?.[1]
    if (sentence !== undefined) errors.refuse(sentence, misfitting)
    return sentence !== undefined
  }

  async function save(): Promise<void> {
    const editing = $editing.get()
    if (!editing) return
    const creates = editing.mode === 'create'
    const failed = creates ? words.createFailed : words.updateFailed
    let isSaved = false
    await whileBusy($saving, failed, async () => {
      errors.clearErrors()
      const fields = settle(editing)
      if (isRefused(editing, fields)) return
      if (!creates && $changed.get().length === 0) return toast('info', noChanges)
      const sent = creates ? options.create(fields) : options.update(editing.row, fields, $changed.get())
      isSaved = (await sent.then(() => true, errors.refusedWith(failed, placeByStatus))) ?? false
      // Another form may have taken the place of the one that was sent: this answer is none of its business.
      if ($editing.get() !== editing) errors.clearErrors()
      else if (isSaved) close()
      if (isSaved) toast('success', creates ? words.created : words.updated)
    })
    // The form is free again before the lists are there.
    if (isSaved) await reload()
  }

  async function deleteNow(): Promise<void> {
    const row = $toDelete.get()
    if (row === null) return
    let isDeleted = false
    await whileBusy($deleting, words.deleteFailed, async () => {
      const { message } = await options.remove(row)
      isDeleted = true
      toast('success', message || words.deleted)
      const editing = $editing.get()
      if (editing?.mode === 'edit' && idOf(editing.row) === idOf(row)) close()
    })
    // Another row may be asked about by now.
    if ($toDelete.get() === row) $toDelete.set(null)
    if (isDeleted) await reload()
  }

  return {
    ...errors,
    $changed,
    $deleting,
    $editing,
    $fields,
    $saving,
    $toDelete,
    $waiting,
    add: () => unlessUnsaved(() => open({ mode: 'create' }, begin())),
    askToDelete: (row: Row) => $toDelete.set(row),
    /** The visitor's own wish to have the form as it was: nothing is asked. */
    cancel: close,
    close: () => unlessUnsaved(close),
    deleteNow,
    discard: () => {
      const next = $waiting.get()
      $waiting.set(null)
      next?.()
    },
    edit: (row: Row) => unlessUnsaved(() => open({ mode: 'edit', row }, fieldsOf(row))),
    idOf,
    keepEditing: () => $waiting.set(null),
    keepRow: () => $toDelete.set(null),
    leave,
    refill,
    save,
    typeInto
  }
}

export type Crud<Row, Fields extends Typed> = ReturnType<typeof createCrud<Row, Fields>>

/**
 * What travels of an edited row. Our own backend keeps what is left out, so that two admins don't undo each other's
 * changes; another may want all fields that spec §7 names.
 */
export function travelling<Body extends object>(body: Body, changed: readonly string[]): Partial<Body> {
  if (IS_EXTERNAL_BACKEND) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => changed.includes(name))) as Partial<Body>
}

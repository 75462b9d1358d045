import { atom, map } from 'nanostores'
import type * as v from 'valibot'
import { askBeforeLeaving } from '#client/browser.ts'
import { IS_EXTERNAL_BACKEND } from '#client/config.ts'
import { noChanges } from '#messages/portal.ts'
import { whileBusy } from '../busy.ts'
import { formErrors } from '../form-errors.ts'
import { computed } from '../given.ts'
import { misfits } from '../misfits.ts'
import { $session } from '../session.ts'
import { toast } from '../toasts.ts'

// What adding, editing and deleting share, whatever the noun: the four tabs differ in fields, words and calls alone.

/** What a form holds: as typed, so that nothing is lost of it. */
export type Typed = Record<string, boolean | File | null | readonly string[] | string>

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
    return mode === 'edit' && keptWhenEmpty.includes(name) && fields[name] === ''
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
    const [before, beginning] = [$before.get(), empty()]
    const late = order.filter(name => before[name] === '' && $fields.get()[name] === '')
    const known = Object.fromEntries(late.map(name => [name, beginning[name]])) as Partial<Fields>
    $before.set({ ...before, ...known })
    $fields.set({ ...$fields.get(), ...known })
  }

  function typeInto<Name extends Field>(field: Name, value: Fields[Name]): void {
    $fields.set({ ...$fields.get(), [field]: value })
    errors.clearError(field)
  }

  /** What is wrong with the fields has been said where this is true. */
  function isRefused(creates: boolean, fields: Fields): boolean {
    const found = misfits(creates ? rules.create : rules.update, bodyOf(fields))
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
      const fields = $fields.get()
      if (isRefused(creates, fields)) return
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
    add: () => unlessUnsaved(() => open({ mode: 'create' }, empty())),
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
    refill,
    save,
    typeInto
  }
}

export type Crud<Row, Fields extends Typed> = ReturnType<typeof createCrud<Row, Fields>>

function changedIn<Fields extends Typed>(fields: Fields, before: Fields): (keyof Fields & string)[] {
  return Object.keys(fields).filter(name => !isSame(fields[name], before[name]))
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim()
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every(each => other.includes(each))
  return one === other
}

/**
 * What travels of an edited row. Our own backend keeps what is left out, so that two admins don't undo each other's
 * changes; another may want all fields that spec §7 names.
 */
export function travelling<Body extends object>(body: Body, changed: readonly string[]): Partial<Body> {
  if (IS_EXTERNAL_BACKEND) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => changed.includes(name))) as Partial<Body>
}

/** A whole number as typed, or nothing yet; what is neither becomes the one that spec §5 names for it. */
export function wholeOr(typed: string, otherwise: number): string {
  const trimmed = typed.trim()
  return trimmed === '' || /^\d+$/.test(trimmed) ? trimmed : String(otherwise)
}

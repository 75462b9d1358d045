import { parseWholeNumber } from '#domain/kit/numbers.ts'
import { fieldOf } from '#domain/kit/rows.ts'

// One description of each field of a form: what it has for a new row and of a row, and what is sent of it.

type FieldValue = boolean | File | null | readonly string[] | string

/** One field of a form, from the row to the request. */
interface Field {
  /** What it has in the form of a new row. */
  empty: FieldValue
  /** What it has of a row. Without it, the row's field of the same name. */
  of?(row: never): FieldValue
  /** What the request has of it. Without it, or if it returns undefined, nothing. */
  sent?(typed: FieldValue): unknown
  /** Of a whole number: what replaces text that contains no number. */
  fallback?: number
}

/** The fields of a form, in their order on screen. */
export type FieldMap = Readonly<Record<string, Field>>
/** Form values exactly as typed. */
export type Typed<Fields> = { [Name in keyof Fields]: Fields[Name] extends { empty: infer Value } ? Value : never }
type Sends = { sent: (typed: never) => unknown }
export type Body<Fields> = {
  [Name in keyof Fields as Fields[Name] extends Sends ? Name : never]: Fields[Name] extends Sends
    ? ReturnType<Fields[Name]['sent']>
    : never
}

export const text = { empty: '' as string, sent: (typed: string) => typed.trim() }

/** A value that is chosen, and sent as it is. */
export const choice = <Value extends string>(empty: string = '') => ({
  empty,
  sent: (chosen: string) => chosen as Value
})

export const wholeNumber = (fallback: number, empty: number | '' = '') => ({
  empty: String(empty),
  fallback,
  sent: parseWholeNumber
})

export const image = { empty: null as File | null, of: () => null, sent: (file: File | null) => file ?? undefined }

/** What the fields of a form have of a row. */
export function typedOf<Fields extends FieldMap>(fields: Fields, row: object): Typed<Fields> {
  const ofRow = (name: string, { of }: Field) => (of ? of(row as never) : String(fieldOf(row, name) ?? ''))
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, ofRow(name, field)])) as Typed<Fields>
}

export function bodyOf<Fields extends FieldMap>(fields: Fields, typed: Typed<Fields>): Body<Fields> {
  const sent = Object.entries(fields).map(([name, field]) => [name, field.sent?.(typed[name] as FieldValue)])
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined))
}

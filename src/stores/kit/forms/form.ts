import { atom, type MapStore, map } from 'nanostores'
import { PartError } from '#client/device/lazy-part.ts'
import { ApiError } from '#client/http/api-error.ts'
import type { REFUSALS, RefusalCode } from '#contract/kit/refusals.ts'
import { dismissToasts, toast } from '#stores/app/toasts.ts'
import { errorMessage, hasEndedSession, isShownApart, logUnexpected } from '#stores/kit/requests.ts'

/** The text fields of a form. `onTyped` runs after each change that the visitor types. */
export function formFields<Field extends string>(initial: Record<Field, string>, onTyped: (field: Field) => void) {
  const $fields = map<Record<string, string>>(initial)

  function setField(field: Field, value: string): void {
    $fields.setKey<string>(field, value)
    onTyped(field)
  }

  /** Copies the form's current values: a password manager may fill fields without an input event. */
  function syncFromForm(form: FormData): void {
    for (const field of Object.keys(initial)) {
      const value = form.get(field)
      if (typeof value === 'string') $fields.setKey(field, value)
    }
  }

  return { $fields: $fields as MapStore<Record<Field, string>>, setField, syncFromForm }
}

/** The names of the fields that differ from the saved ones. White space around text is no difference. */
export function changedFields<Fields extends Readonly<Record<string, unknown>>>(
  fields: Fields,
  saved: Fields
): (keyof Fields & string)[] {
  return Object.keys(fields).filter(name => !isEqual(fields[name], saved[name]))
}

function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim()
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every(each => other.includes(each))
  return one === other
}

/** A failure that belongs to one form field, with the message to show. */
class FieldError extends Error {
  override name = 'FieldError'
  readonly field: string

  constructor(field: string, sentence: string) {
    super(sentence)
    this.field = field
  }
}

/** A failure of the request belongs to this field, unless it has ended the session or is code that did not load. */
export function failAtField<T>(request: Promise<T>, field: string, toSentence: (error: unknown) => string): Promise<T> {
  return request.catch((error: unknown) => {
    if (hasEndedSession(error) || error instanceof PartError) throw error
    throw new FieldError(field, toSentence(error))
  })
}

export type ValidationIssues = readonly (readonly [name: unknown, sentence: string])[]

/** The fields that show refusals of their value. */
export type FieldByRefusal<Field extends string> = Partial<Record<RefusalCode, Field>>

/**
 * External backends send no codes. A form recognises these refusals by the status that the specification gives them.
 */
const STATUS_WITHOUT_CODE: { readonly [Code in RefusalCode]?: (typeof REFUSALS)[Code][0] } = {
  email_taken: 409,
  pricing_exists: 409,
  wrong_credentials: 401
}

function refusedField<Field extends string>(
  { code, status }: ApiError,
  fields: FieldByRefusal<Field>
): Field | undefined {
  const codes = Object.keys(fields) as RefusalCode[]
  const refused = codes.find(each => (code === undefined ? STATUS_WITHOUT_CODE[each] === status : each === code))
  return refused && fields[refused]
}

/** What a failed request says about single fields. */
function issuesOf<Field extends string>(
  error: unknown,
  sentence: string,
  byRefusal: FieldByRefusal<Field>
): ValidationIssues {
  if (error instanceof FieldError) return [[error.field, sentence]]
  if (!(error instanceof ApiError)) return []
  if (Array.isArray(error.detail)) return error.detail.map(({ loc, msg }) => [loc.at(-1), msg] as const)
  const field = refusedField(error, byRefusal)
  return field ? [[field, sentence]] : []
}

type Errors<Field extends string> = Partial<Record<Field, string>>

interface FormErrorsOptions<Field extends string> {
  /** The fields of the form. */
  fields: readonly Field[]
  /** Form fields by contract field, if the names differ. */
  aliases?: Record<string, Field> | undefined
  /** Rewords the server's error message for this form. */
  rewordReason?: (reason: string) => string
  /** Without toasts, which would repeat the errors in the form. The forms of the specification have both. */
  isQuiet?: boolean
  /** Shows why a request failed, if it is not shown in the form. */
  showFailure?: (sentence: string) => void
}

/** Error state of a form: messages by field, and one for the whole form. */
export function formErrors<Field extends string>(options: FormErrorsOptions<Field>) {
  const { aliases, fields, isQuiet, rewordReason = reason => reason, showFailure = showErrors } = options
  const $errors = atom<Errors<Field>>({})
  /** An error that belongs to no field. */
  const $formError = atom<string | null>(null)
  /** Counts the failed submits, so that the form can focus the first error after each. */
  const $errorCount = atom(0)

  function clearErrors(): void {
    $errors.set({})
    $formError.set(null)
  }

  function clearError(field: Field): void {
    $formError.set(null)
    const { [field]: cleared, ...others } = $errors.get()
    if (cleared !== undefined) $errors.set(others as Errors<Field>)
  }

  /** Shows an error at the field only, without a toast, while the visitor types. */
  function setFieldError(field: Field, sentence: string): void {
    $errors.set({ ...$errors.get(), [field]: sentence })
  }

  /** After a change of a field with an error: shows what is still wrong with it, or clears the error. */
  function recheckError(field: Field, sentence: string | undefined): void {
    const hadError = $errors.get()[field] !== undefined
    clearError(field)
    if (hadError && sentence !== undefined) setFieldError(field, sentence)
  }

  /**
   * Shows the field errors, and a toast instead of those of the press so far. A message without a field is shown above
   * the submit button.
   */
  function showErrors(sentence: string, errors: Errors<Field>): void {
    $errors.set(errors)
    $formError.set(Object.keys(errors).length > 0 ? null : sentence)
    $errorCount.set($errorCount.get() + 1)
    if (isQuiet) return
    dismissToasts()
    toast('error', sentence)
  }

  const showFieldError = (field: Field, sentence: string) =>
    showErrors(sentence, { [field]: sentence } as Errors<Field>)

  /** The first message of each field that is on the form. */
  function errorsByField(issues: ValidationIssues): Errors<Field> {
    const errors: Errors<Field> = {}
    for (const [name, sentence] of issues) {
      const field = aliases?.[String(name)] ?? fields.find(each => each === name)
      if (field) errors[field] ??= sentence
    }
    return errors
  }

  /** Shows validation issues, and returns whether there are any. The toast says that of the first field. */
  function showIssues(issues: ValidationIssues): boolean {
    const errors = errorsByField(issues)
    const sentence = fields.map(field => errors[field]).find(Boolean) ?? issues[0]?.[1]
    if (sentence !== undefined) showErrors(sentence, errors)
    return sentence !== undefined
  }

  /**
   * The response of the form's request; null once its message is shown: at the fields from the details list, else at
   * the refusal's field.
   */
  function toastFailure<T>(request: Promise<T>, fallback: string, byRefusal: FieldByRefusal<Field> = {}) {
    return request.catch((error: unknown) => {
      if (isShownApart(error)) return null
      const isFieldError = error instanceof FieldError
      if (!isFieldError) logUnexpected(error)
      const sentence = isFieldError ? error.message : rewordReason(errorMessage(error, fallback))
      showFailure(sentence, errorsByField(issuesOf(error, sentence, byRefusal)))
      return null
    })
  }

  const shown = { $errorCount, $errors, $formError }
  const changes = { clearError, clearErrors, recheckError, setFieldError, showErrors, showFieldError, showIssues }
  return { ...shown, ...changes, errorsByField, toastFailure }
}

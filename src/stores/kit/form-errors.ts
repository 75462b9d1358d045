import { atom } from 'nanostores'
import { ApiProblem } from '#client/http/problem.ts'
import { toast } from '#stores/app/toasts.ts'
import { errorMessage, hasEndedSession, toastIfOffline } from './busy.ts'

/** A failure that belongs to one field of a form, in the words in which it is said. */
export class FieldError extends Error {
  override name = 'FieldProblem'
  readonly field: string

  constructor(field: string, sentence: string) {
    super(sentence)
    this.field = field
  }
}

export type ValidationIssues = readonly (readonly [name: unknown, sentence: string])[]

interface FormErrorsOptions<Field extends string> {
  /** Where on the form a field of the contract is; undefined when it is not on it. */
  toField: (name: unknown) => Field | undefined
  /** The words for a server's reason, where they are others than its own. */
  rewordReason?: (reason: string) => string
}

/** What stands in the way of a form, and where on it that is shown. */
export function formErrors<Field extends string>({
  toField,
  rewordReason = reason => reason
}: FormErrorsOptions<Field>) {
  type Errors = Partial<Record<Field, string>>
  const $errors = atom<Errors>({})
  /** A refusal that belongs to no field. */
  const $formError = atom<string | null>(null)
  /** Counts the refusals, so that the form can lead to the first error of each. */
  const $errorCount = atom(0)

  function clearErrors(): void {
    $errors.set({})
    $formError.set(null)
  }

  function clearError(field: Field): void {
    $formError.set(null)
    const { [field]: cleared, ...others } = $errors.get()
    if (cleared !== undefined) $errors.set(others as Errors)
  }

  /** Shows it by the field alone, while somebody types there. */
  function setFieldError(field: Field, sentence: string): void {
    $errors.set({ ...$errors.get(), [field]: sentence })
  }

  /** Says it in the corner and by the fields; what belongs to no field stands above the button. */
  function showErrors(sentence: string, errors: Errors): void {
    $errors.set(errors)
    $formError.set(Object.keys(errors).length > 0 ? null : sentence)
    $errorCount.set($errorCount.get() + 1)
    toast('error', sentence)
  }

  function showFieldError(field: Field, sentence: string): void {
    showErrors(sentence, { [field]: sentence } as Errors)
  }

  /** Takes what the server would not have: shown by the fields that its list, or else its status, is about. */
  function onRejected(fallback: string, fieldByStatus: Record<number, Field>) {
    return (error: unknown): null => {
      if (hasEndedSession(error)) return null
      const sentence = error instanceof FieldError ? error.message : rewordReason(errorMessage(error, fallback))
      showErrors(sentence, errorsIn(error, sentence, fieldByStatus))
      toastIfOffline()
      return null
    }
  }

  function errorsIn(error: unknown, sentence: string, fieldByStatus: Record<number, Field>): Errors {
    if (error instanceof FieldError) return errorsByField([[error.field, sentence]])
    if (!(error instanceof ApiProblem)) return {}
    if (Array.isArray(error.detail)) return errorsByField(error.detail.map(({ loc, msg }) => [loc.at(-1), msg]))
    const field = fieldByStatus[error.status]
    return field ? ({ [field]: sentence } as Errors) : {}
  }

  /** The first sentence for each field that is on the form. */
  function errorsByField(issues: ValidationIssues): Errors {
    const errors: Errors = {}
    for (const [name, sentence] of issues) {
      const field = toField(name)
      if (field) errors[field] ??= sentence
    }
    return errors
  }

  return {
    $errors,
    $formError,
    $errorCount,
    clearError,
    clearErrors,
    errorsByField,
    showErrors,
    showFieldError,
    onRejected,
    setFieldError
  }
}

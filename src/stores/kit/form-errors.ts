import { atom } from 'nanostores'
import { ApiProblem } from '#client/http/problem.ts'
import { toast } from '#stores/app/toasts.ts'
import { hasEndedSession, reasonOf, sayIfOffline } from './busy.ts'

/** A failure that belongs to one field of a form, in the words in which it is said. */
export class FieldProblem extends Error {
  override name = 'FieldProblem'
  readonly place: string

  constructor(place: string, sentence: string) {
    super(sentence)
    this.place = place
  }
}

export type Sentences = readonly (readonly [name: unknown, sentence: string])[]

interface Form<Place extends string> {
  /** Where on the form a field of the contract is; undefined when it is not on it. */
  placeOf: (name: unknown) => Place | undefined
  /** The words for a server's reason, where they are others than its own. */
  wording?: (reason: string) => string
}

/** What stands in the way of a form, and where on it that is shown. */
export function formErrors<Place extends string>({ placeOf, wording = reason => reason }: Form<Place>) {
  type Errors = Partial<Record<Place, string>>
  const $errors = atom<Errors>({})
  /** A refusal that belongs to no field. */
  const $refusal = atom<string | null>(null)
  /** Counts the refusals, so that the form can lead to the first error of each. */
  const $refusals = atom(0)

  function clearErrors(): void {
    $errors.set({})
    $refusal.set(null)
  }

  function clearError(place: Place): void {
    $refusal.set(null)
    const { [place]: cleared, ...others } = $errors.get()
    if (cleared !== undefined) $errors.set(others as Errors)
  }

  /** Shows it by the field alone, while somebody types there. */
  function showError(place: Place, sentence: string): void {
    $errors.set({ ...$errors.get(), [place]: sentence })
  }

  /** Says it in the corner and by the fields; what belongs to no field stands above the button. */
  function refuse(sentence: string, errors: Errors): void {
    $errors.set(errors)
    $refusal.set(Object.keys(errors).length > 0 ? null : sentence)
    $refusals.set($refusals.get() + 1)
    toast('error', sentence)
  }

  function refuseAt(place: Place, sentence: string): void {
    refuse(sentence, { [place]: sentence } as Errors)
  }

  /** Takes what the server would not have: shown by the fields that its list, or else its status, is about. */
  function refusedWith(fallback: string, placeByStatus: Record<number, Place>) {
    return (error: unknown): null => {
      if (hasEndedSession(error)) return null
      const sentence = error instanceof FieldProblem ? error.message : wording(reasonOf(error, fallback))
      refuse(sentence, errorsIn(error, sentence, placeByStatus))
      sayIfOffline()
      return null
    }
  }

  function errorsIn(error: unknown, sentence: string, placeByStatus: Record<number, Place>): Errors {
    if (error instanceof FieldProblem) return errorsByName([[error.place, sentence]])
    if (!(error instanceof ApiProblem)) return {}
    if (Array.isArray(error.detail)) return errorsByName(error.detail.map(({ loc, msg }) => [loc.at(-1), msg]))
    const place = placeByStatus[error.status]
    return place ? ({ [place]: sentence } as Errors) : {}
  }

  /** The first sentence for each field that is on the form. */
  function errorsByName(sentences: Sentences): Errors {
    const errors: Errors = {}
    for (const [name, sentence] of sentences) {
      const place = placeOf(name)
      if (place) errors[place] ??= sentence
    }
    return errors
  }

  return {
    $errors,
    $refusal,
    $refusals,
    clearError,
    clearErrors,
    errorsByName,
    refuse,
    refuseAt,
    refusedWith,
    showError
  }
}

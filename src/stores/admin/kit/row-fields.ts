import { atom, type ReadableAtom } from 'nanostores'
import type * as v from 'valibot'
import { validationIssues } from '#stores/kit/forms/validation-issues.ts'
import { computed } from '#stores/kit/ssr-values.ts'

export type RowFields<Field extends string> = ReturnType<typeof createRowFields<Field>>

/**
 * The text fields of a dialog for one row, such as the reason of a refund. The texts of each row are kept until they
 * are cleared, so closing the dialog by mistake loses nothing. Errors are shown only at the fields: on a phone, a toast
 * would cover them.
 */
export function createRowFields<Field extends string>($rowId: ReadableAtom<string | null>, names: readonly Field[]) {
  type Texts = Readonly<Record<Field, string>>
  const empty = Object.fromEntries(names.map(name => [name, ''])) as Texts
  const $typed = atom<Readonly<Record<string, Texts>>>({})
  const $fields = computed([$rowId, $typed], (id, typed) => typed[id ?? ''] ?? empty)
  const $errors = atom<Partial<Texts>>({})
  /** Counts the validation failures, so that the form can focus a field after each. */
  const $errorCount = atom(0)

  const setTexts = (id: string, texts: Texts) => $typed.set({ ...$typed.get(), [id]: texts })

  return {
    $errorCount,
    $errors,
    $fields,
    clear: (id: string) => setTexts(id, empty),
    clearErrors: () => $errors.set({}),
    isTyped: () => Object.values<string>($fields.get()).some(text => text.trim() !== ''),
    setField: (field: Field, text: string) => {
      const id = $rowId.get()
      if (id !== null) setTexts(id, { ...$fields.get(), [field]: text })
      $errors.set({ ...$errors.get(), [field]: undefined })
    },
    /** Shows what is wrong with the body of the request. Returns whether there is anything. */
    showIssues: (schema: v.GenericSchema, body: unknown): boolean => {
      const issues = validationIssues(schema, body)
      if (issues.length === 0) return false
      $errors.set(Object.fromEntries(issues.toReversed()))
      $errorCount.set($errorCount.get() + 1)
      return true
    }
  }
}

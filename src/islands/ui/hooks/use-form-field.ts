import type { Store } from '#stores/kit/ssr-values.ts'
import { useStore } from './use-store.tsx'

interface FormStores<Fields> {
  $errors: Store<{ readonly [Name in keyof Fields]?: string }>
  $fields: Store<Fields>
  setField: <Name extends keyof Fields & string>(name: Name, value: Fields[Name]) => void
}

/** The props that connect a control to its form field. */
export function useFormField<Fields, Name extends keyof Fields & string>(form: FormStores<Fields>, name: Name) {
  const { [name]: error } = useStore(form.$errors)
  const { [name]: value } = useStore(form.$fields)
  return { error, name, onChange: (typed: Fields[Name]) => form.setField(name, typed), value }
}

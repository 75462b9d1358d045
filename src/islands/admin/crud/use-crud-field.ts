import { useStore } from '#islands/ui/hooks/use-store.tsx'
import type { Crud } from '#stores/admin/kit/crud.ts'
import type { FormFields } from '#stores/admin/kit/typed-fields.ts'

/** The props that connect a control to its form field. */
export function useCrudField<Row, Fields extends FormFields, Name extends keyof Fields & string>(
  crud: Crud<Row, Fields>,
  name: Name
) {
  const { [name]: error } = useStore(crud.$errors)
  const value = useStore(crud.$fields)[name] as Fields[Name]
  return { error, name, onChange: (typed: Fields[Name]) => crud.setField(name, typed), value }
}

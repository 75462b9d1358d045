import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $errors, $fields, type ProfileField, setField } from '#stores/profile/form.ts'

/** The props that connect a control to its form field. */
export function useProfileField(field: ProfileField) {
  const { [field]: error } = useStore($errors)
  const { [field]: value } = useStore($fields)
  return { error, name: field, onChange: (typed: string) => setField(field, typed), value }
}

import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $errors, $fields, type ProfileField, setField } from '#stores/profile/form.ts'

/** What a control needs to know and to tell about its field. */
export function useProfileField(field: ProfileField) {
  const { [field]: error } = useStore($errors)
  const { [field]: value } = useStore($fields)
  return { error, name: field, onChange: (typed: string) => setField(field, typed), value }
}

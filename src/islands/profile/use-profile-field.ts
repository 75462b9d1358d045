import { useFormField } from '#islands/ui/hooks/use-form-field.ts'

import { $errors, $fields, type ProfileField, setField } from '#stores/profile/profile-form.ts'

/** The props that connect a control to its form field. */
export function useProfileField(field: ProfileField) {
  return useFormField({ $errors, $fields, setField }, field)
}

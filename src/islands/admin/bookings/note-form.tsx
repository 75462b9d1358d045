import { TextField } from '#islands/ui/controls/field.tsx'
import { useFocusFirstError } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import type { RowFields } from '#stores/admin/kit/row-actions.ts'

interface NoteFormProps<Name extends string> {
  fields: RowFields<Name>
  hint: string
  label: string
  /** Which of the fields is the text. */
  name: Name
  onSubmit: () => void
}

/** The required text of a confirmation, such as a reason. Enter confirms. */
export function NoteForm<Name extends string>({ fields, name, onSubmit, ...field }: NoteFormProps<Name>) {
  const form = useFocusFirstError(useStore(fields.$errorCount))
  return (
    <form
      className="my-1"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
      ref={form}
    >
      <TextField
        autoComplete="off"
        error={useStore(fields.$errors)[name]}
        onChange={typed => fields.setField(name, typed)}
        required
        value={useStore(fields.$fields)[name]}
        {...field}
      />
    </form>
  )
}

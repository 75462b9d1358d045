import { TextField } from '#islands/ui/controls/field.tsx'
import { useFocusFirstError } from '#islands/ui/hooks/use-focus.ts'

interface NoteFormProps {
  error: string | null
  /** Grows with every rejected attempt, which focuses the field. */
  errorCount: number
  hint: string
  label: string
  onChange: (text: string) => void
  onSubmit: () => void
  value: string
}

/** The required text of a confirmation, such as a reason. Enter confirms. */
export function NoteForm({ error, errorCount, onSubmit, ...field }: NoteFormProps) {
  const form = useFocusFirstError(errorCount)
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
      <TextField autoComplete="off" error={error ?? undefined} required {...field} />
    </form>
  )
}

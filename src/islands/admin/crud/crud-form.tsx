import type { ReactNode } from 'react'
import { Button } from '#islands/ui/controls/button.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useFocusFirstError } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as labels from '#messages/labels.ts'
import type { Store } from '#stores/kit/ssr-values.ts'

interface FormStores {
  $errorCount: Store<number>
  $formError: Store<string | null>
  $isSaving: Store<boolean>
  cancel: () => void
  save: () => Promise<void>
}

interface CrudFormProps {
  children: ReactNode
  crud: FormStores
  submit: string
}

export function CrudForm({ children, crud, submit }: CrudFormProps) {
  const isSaving = useStore(crud.$isSaving)
  const formError = useStore(crud.$formError)
  const form = useFocusFirstError(useStore(crud.$errorCount))
  return (
    <form
      className="panel-form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void crud.save()
      }}
      ref={form}
    >
      <div className="panel-fields">
        {children}
        {formError && <Note kind="error">{formError}</Note>}
      </div>
      <div className="panel-foot grid grid-cols-2 gap-3">
        <Button kind="secondary" onClick={crud.cancel}>
          {labels.cancel}
        </Button>
        <Button isBusy={isSaving} busyLabel={labels.saving} type="submit">
          {submit}
        </Button>
      </div>
    </form>
  )
}

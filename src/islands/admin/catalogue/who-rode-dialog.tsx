import { TextField } from '#islands/ui/controls/field.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { ConfirmDialog } from '#islands/ui/feedback/modal.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/admin/who-rode.ts'
import * as labels from '#messages/labels.ts'
import { $askedScooter, askWhoRode, showWhoRode, whoRodeForm } from '#stores/admin/catalogue/ask-who-rode.ts'

/** Asks for the time. */
export function WhoRodeDialog() {
  const scooter = useStore($askedScooter)
  return (
    <ConfirmDialog
      cancelLabel={labels.cancel}
      confirmLabel={text.show}
      isOpen={scooter !== null}
      onCancel={() => askWhoRode(null)}
      onConfirm={() => void showWhoRode()}
      title={text.question(scooter?.name ?? '')}
    >
      <Form className="my-1 grid gap-3" form={whoRodeForm} onSubmit={showWhoRode}>
        <TextField {...useFormField(whoRodeForm, 'day')} label={text.day} required type="date" />
        <TextField
          {...useFormField(whoRodeForm, 'clock')}
          hint={text.clockHint}
          label={text.clock}
          required
          type="time"
        />
      </Form>
      <p className="caption">{text.logged}</p>
    </ConfirmDialog>
  )
}

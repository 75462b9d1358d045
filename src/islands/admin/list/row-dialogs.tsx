import type { ReactNode } from 'react'
import { TextField } from '#islands/ui/controls/field.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { ConfirmDialog, Modal, ModalClose } from '#islands/ui/feedback/modal.tsx'
import { ErrorNote, ErrorState, Loading, Note } from '#islands/ui/feedback/states.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as commonText from '#messages/common.ts'
import type { NoteDialog, PhotoDialogStore, RowDialog } from '#stores/admin/list/row-dialogs.ts'

type RowText<Row> = string | ((row: Row) => string)

interface RowQuestionProps<Row> {
  busyLabel?: string
  cancelLabel?: string
  /** Null: there is nothing to confirm. */
  confirmLabel: RowText<Row> | null
  dialog: Omit<RowDialog<Row>, 'open'>
  title: RowText<Row>
  children: ReactNode | ((row: Row) => ReactNode)
  isDestructive?: boolean
}

/** Asks before an action on a row. If the server refuses it, shows why. */
export function RowQuestion<Row>({
  busyLabel = commonText.saving,
  children,
  confirmLabel,
  dialog,
  title,
  ...rest
}: RowQuestionProps<Row>) {
  const row = useStore(dialog.$row)
  const isBusy = useStore(dialog.$isBusy)
  const refusal = useStore(dialog.$refusal)
  const needsSecondConfirmation = useStore(dialog.$needsSecondConfirmation)
  const textOf = (text: RowText<Row>) => {
    if (typeof text === 'string') return text
    return row === null ? '' : text(row)
  }
  return (
    <ConfirmDialog
      busyLabel={busyLabel}
      confirmLabel={confirmLabel === null ? null : textOf(confirmLabel)}
      isBusy={isBusy}
      onCancel={dialog.cancel}
      onConfirm={() => void dialog.confirm()}
      isOpen={row !== null && !needsSecondConfirmation}
      title={textOf(title)}
      {...rest}
    >
      {typeof children === 'function' ? row !== null && children(row) : children}
      <ErrorNote>{refusal}</ErrorNote>
    </ConfirmDialog>
  )
}

interface NoteFormProps<Name extends string> {
  dialog: Pick<NoteDialog<Name>, 'confirm' | 'fields' | 'name'>
  hint: string
  label: string
  isOptional?: boolean
}

/** The text of a confirmation, such as a reason. Enter confirms. */
export function NoteForm<Name extends string>({
  dialog: { confirm, fields, name },
  isOptional = false,
  ...field
}: NoteFormProps<Name>) {
  return (
    <Form className="my-1" form={fields} onSubmit={confirm}>
      <TextField {...useFormField(fields, name)} {...field} autoComplete="off" required={!isOptional} />
    </Form>
  )
}

interface PhotoText {
  alt: (name: string) => string
  failed: string
  loading: string
  missing: string
  /** How the photo is kept or logged. */
  notice: string
  save: string
  title: string
}

interface PhotoDialogProps<Row> {
  dialog: PhotoDialogStore<Row>
  nameOf: (row: Row) => string
  text: PhotoText
}

/** The photo of a row, which only admins see. It is released when the dialog closes. */
export function PhotoDialog<Row>({ dialog, nameOf, text }: PhotoDialogProps<Row>) {
  const row = useStore(dialog.$row)
  return (
    <Modal onClose={dialog.close} isOpen={row !== null} title={text.title}>
      {row !== null && <p className="font-semibold wrap-anywhere">{nameOf(row)}</p>}
      {row !== null && <DialogPhoto {...{ dialog, nameOf, row, text }} />}
      <ModalClose onClose={dialog.close} />
    </Modal>
  )
}

/** Some browsers cannot show every phone's photo format, so the photo can also be downloaded. */
export function DialogPhoto<Row>({ dialog, nameOf, row, text }: PhotoDialogProps<Row> & { row: Row }) {
  const photo = useStore(dialog.$photo)
  if (photo === 'missing') return <Note kind="info">{text.missing}</Note>
  if (photo === 'failed') return <ErrorState onRetry={() => void dialog.open(row)} title={text.failed} />
  if (photo === 'loading') return <Loading label={text.loading} skeleton="h-64 rounded-slot" />
  return (
    <>
      <img
        alt={text.alt(nameOf(row))}
        className="max-h-[60vh] w-full rounded-slot bg-sunken object-contain"
        src={photo.url}
      />
      <p className="caption">{text.notice}</p>
      <a className="link justify-self-start" download={photo.file} href={photo.url}>
        {text.save}
      </a>
    </>
  )
}

import type { ComponentType, ReactNode } from 'react'
import { ListLink, type ListLinkProps } from '#islands/admin/shell.tsx'
import { Panel } from '#islands/ui/chrome/panel.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { Form, type FormState } from '#islands/ui/controls/form.tsx'
import { ConfirmDialog, Modal } from '#islands/ui/feedback/modal.tsx'
import { Note } from '#islands/ui/feedback/states.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as formsText from '#messages/admin/forms.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as commonText from '#messages/common.ts'
import type { DeletionBlocker } from '#stores/admin/bookings/booking-queries.ts'
import type { Crud } from '#stores/admin/crud/crud.ts'
import type { RowForm } from '#stores/admin/crud/row-form.ts'

interface BlockedDeletionDialogProps {
  blocker: DeletionBlocker | null
  name: string
  onClose: () => void
}

/** Shown instead of the question, because the deletion would be refused. */
export function BlockedDeletionDialog({ blocker, name, onClose }: BlockedDeletionDialogProps) {
  return (
    <Modal onClose={onClose} isOpen={blocker !== null} role="alertdialog" title={blocker?.title ?? ''}>
      <p className="font-semibold wrap-anywhere">{name}</p>
      <Note kind="error">{blocker?.reason}</Note>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
        <BookingsLink onOpen={onClose} query={blocker?.bookings ?? {}} />
        <Button kind="secondary" onClick={onClose}>
          {commonText.close}
        </Button>
      </div>
    </Modal>
  )
}

interface CrudFormProps {
  children: ReactNode
  crud: FormState & Pick<RowForm, '$formError' | '$isSaving' | 'cancel' | 'save'>
  submit: string
  busyLabel?: string
}

export function CrudForm({ busyLabel = commonText.saving, children, crud, submit }: CrudFormProps) {
  const isSaving = useStore(crud.$isSaving)
  const formError = useStore(crud.$formError)
  return (
    <Form className="panel-form" form={crud} onSubmit={crud.save}>
      <div className="panel-fields">{children}</div>
      <div className="panel-foot grid grid-cols-2 gap-3">
        {/* Below the fields it would be out of sight in a long form. */}
        {formError && (
          <div className="col-span-2">
            <Note kind="error">{formError}</Note>
          </div>
        )}
        <Button kind="secondary" onClick={crud.cancel}>
          {commonText.cancel}
        </Button>
        <Button isBusy={isSaving} busyLabel={busyLabel} type="submit">
          {submit}
        </Button>
      </div>
    </Form>
  )
}

/** What a tab with create, edit and delete loads with the first press. */
export interface CrudModule<Row> {
  crud: Crud<Row>
  Dialogs: ComponentType
}

interface CrudDialogsProps<Row> {
  crud: Crud<Row>
  form: ReactNode
  /** What the question before a deletion asks beside it. */
  askToo?: (row: Row) => ReactNode
  /** Why a row cannot be deleted now; null if it can. */
  blocker?: (row: Row) => DeletionBlocker | null
}

/** The form of the row that is created or edited, and the questions before a row or its changes are lost. */
export function CrudDialogs<Row>(props: CrudDialogsProps<Row>) {
  return (
    <>
      <FormPanel {...props} />
      <DeleteDialog {...props} />
      <DiscardDialog crud={props.crud} />
    </>
  )
}

function FormPanel<Row>({ crud, form }: CrudDialogsProps<Row>) {
  const { messages } = crud
  const editing = useStore(crud.$editing)
  const isEdit = editing?.mode === 'edit'
  if (!editing) return null
  return (
    <Panel
      key={isEdit ? crud.getId(editing.row) : 'new'}
      onClose={crud.close}
      title={isEdit ? messages.edit : messages.add}
    >
      <CrudForm crud={crud} submit={isEdit ? commonText.save : messages.create}>
        {form}
      </CrudForm>
    </Panel>
  )
}

function DeleteDialog<Row>({ askToo, blocker: blockerOf, crud }: CrudDialogsProps<Row>) {
  const row = useStore(crud.$rowToDelete)
  const isDeleting = useStore(crud.$isDeleting)
  const blocker = (row && blockerOf?.(row)) ?? null
  const name = row ? crud.getName(row) : ''
  const { deleteQuestion, deleteText, remove = listsText.deleteLabel, removing = formsText.deleting } = crud.messages
  const isNamed = typeof deleteQuestion === 'function'
  return (
    <>
      <BlockedDeletionDialog blocker={blocker} name={name} onClose={crud.cancelDelete} />
      <ConfirmDialog
        busyLabel={removing}
        confirmLabel={remove}
        isBusy={isDeleting}
        isDestructive
        onCancel={crud.cancelDelete}
        onConfirm={() => void crud.confirmDelete()}
        isOpen={row !== null && blocker === null}
        title={isNamed ? deleteQuestion(name) : deleteQuestion}
      >
        {!isNamed && <p className="font-semibold wrap-anywhere">{name}</p>}
        {deleteText && <p className="muted">{deleteText}</p>}
        {row && askToo?.(row)}
      </ConfirmDialog>
    </>
  )
}

export function DiscardDialog({ crud }: { crud: Pick<RowForm, '$pendingAction' | 'discard' | 'keepEditing'> }) {
  return (
    <ConfirmDialog
      confirmLabel={formsText.discard}
      isDestructive
      cancelLabel={formsText.keepEditing}
      onCancel={crud.keepEditing}
      onConfirm={crud.discard}
      isOpen={useStore(crud.$pendingAction) !== null}
      title={formsText.discardQuestion}
    >
      <p className="muted">{formsText.discardText}</p>
    </ConfirmDialog>
  )
}

/** Closes a dialog, and shows the bookings that it names. */
export function BookingsLink(props: Pick<ListLinkProps, 'onOpen' | 'query'>) {
  return (
    <ListLink {...props} className="link" screen="bookings">
      {formsText.showBookings}
    </ListLink>
  )
}

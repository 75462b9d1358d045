import type { ReactNode } from 'react'
import { DeleteDialog, type DeletionMessages, DiscardDialog } from '#islands/admin/crud/crud-dialogs.tsx'
import { type Column, ListPanel, useIsEmpty } from '#islands/admin/list/list-panel.tsx'
import { type Filter, ListToolbar } from '#islands/admin/list/list-toolbar.tsx'
import { Icon, type IconName } from '#islands/ui/art/icon.tsx'
import { Panel } from '#islands/ui/chrome/panel.tsx'
import { Button, IconButton } from '#islands/ui/controls/button.tsx'
import { Form, type FormState } from '#islands/ui/controls/form.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as lists from '#messages/admin/lists.ts'
import * as labels from '#messages/labels.ts'
import type { DeletionBlocker } from '#stores/admin/bookings/booking-queries.ts'
import type { Crud } from '#stores/admin/crud/crud.ts'
import type { FormFields, RowForm } from '#stores/admin/crud/row-form.ts'
import type { ListStore } from '#stores/admin/list/create-list.ts'

interface CrudFormProps {
  children: ReactNode
  crud: FormState & Pick<RowForm, '$formError' | '$isSaving' | 'cancel' | 'save'>
  submit: string
}

export function CrudForm({ children, crud, submit }: CrudFormProps) {
  const isSaving = useStore(crud.$isSaving)
  const formError = useStore(crud.$formError)
  return (
    <Form className="panel-form" form={crud} onSubmit={crud.save}>
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
    </Form>
  )
}

interface CrudTabMessages extends DeletionMessages {
  add: string
  create: string
  /** Above the list. */
  description?: string
  edit: string
  empty: string
  emptyText: string
  search: string
  sorts: Readonly<Record<string, string>>
}

interface CrudTabProps<Row, Fields extends FormFields> {
  caption: string
  columns: readonly Column<Row>[]
  crud: Crud<Row, Fields>
  /** The form's fields. */
  form: ReactNode
  list: ListStore<Row>
  /** A row's name, for the Edit button and the delete confirmation. */
  getName: (row: Row) => string
  messages: CrudTabMessages
  /** Whether the visitor may add and delete rows, and whether they may change them. */
  canCreate?: boolean
  canEdit?: boolean
  /** A row that the visitor may neither change nor delete. */
  isLocked?: (row: Row) => boolean
  /** The icon of the empty list; the default is a scooter. */
  emptyIcon?: IconName
  /** Why a row cannot be deleted now; null if it can. */
  deletionBlocker?: (row: Row) => DeletionBlocker | null
  /** An additional action for each row. */
  rowAction?: (row: Row) => ReactNode
  /** Another panel of a row, in the place of the form, and the row that it shows. */
  rowPanel?: { content: ReactNode; currentId: string | null } | undefined
  /** Additional actions for the list. */
  extra?: ReactNode
  filters?: readonly Filter[]
}

function RowButtons<Row, Fields extends FormFields>(props: CrudTabProps<Row, Fields> & { row: Row }) {
  const { canCreate = true, canEdit = true, crud, getName, messages, row, rowAction } = props
  const isLocked = props.isLocked?.(row)
  return (
    <div className="row-actions">
      {rowAction?.(row)}
      {canEdit && !isLocked && (
        <IconButton icon="edit" label={lists.actionOn(lists.edit, getName(row))} onClick={() => crud.edit(row)} />
      )}
      {canCreate && !isLocked && (
        <IconButton
          icon="bin"
          label={lists.actionOn(messages.remove ?? lists.deleteLabel, getName(row))}
          onClick={() => crud.requestDelete(row)}
        />
      )}
    </div>
  )
}

/** The form of the row that is created or edited, or nothing. */
function FormPanel<Row, Fields extends FormFields>({ crud, form, messages }: CrudTabProps<Row, Fields>) {
  const editing = useStore(crud.$editing)
  const isEdit = editing?.mode === 'edit'
  if (!editing) return null
  return (
    <Panel
      closeLabel={labels.close}
      key={isEdit ? crud.getId(editing.row) : 'new'}
      onClose={crud.close}
      title={isEdit ? messages.edit : messages.add}
    >
      <CrudForm crud={crud} submit={isEdit ? labels.save : messages.create}>
        {form}
      </CrudForm>
    </Panel>
  )
}

/** The shared layout of the tabs with create, edit and delete. */
export function CrudTab<Row, Fields extends FormFields>(props: CrudTabProps<Row, Fields>) {
  const { canCreate = true, crud, emptyIcon, filters = [], list, getName, messages, rowAction, rowPanel } = props
  const editedRow = useStore(crud.$editedRow)
  const isEmpty = useIsEmpty(list)
  const addButton = canCreate && (
    <Button onClick={crud.add} isSmall>
      <Icon name="plus" />
      {messages.add}
    </Button>
  )
  return (
    <div className="grid gap-5">
      {messages.description && <p className="caption">{messages.description}</p>}
      <ListToolbar filters={filters} list={list} search={messages.search} sorts={messages.sorts}>
        {props.extra}
        {!isEmpty && addButton}
      </ListToolbar>
      <ListPanel
        actions={row => <RowButtons {...props} row={row} />}
        caption={props.caption}
        columns={props.columns}
        currentId={editedRow ? crud.getId(editedRow) : (rowPanel?.currentId ?? null)}
        empty={{
          ...(emptyIcon && { icon: emptyIcon }),
          action: addButton,
          text: messages.emptyText,
          title: messages.empty
        }}
        getId={crud.getId}
        kind={rowAction === undefined ? 'plain' : 'wide'}
        list={list}
      />
      <FormPanel {...props} />
      {rowPanel?.content}
      <DeleteDialog blocker={props.deletionBlocker} crud={crud} getName={getName} messages={messages} />
      <DiscardDialog crud={crud} />
    </div>
  )
}

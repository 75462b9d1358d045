import type { ReactNode } from 'react'
import { ListPanel } from '#islands/admin/list/list-panel.tsx'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { type Filter, ListToolbar } from '#islands/admin/list/list-toolbar.tsx'
import type { IconName } from '#islands/ui/art/icon.tsx'
import { BarIcon } from '#islands/ui/chrome/bar-icon.tsx'
import { Panel } from '#islands/ui/chrome/panel.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { IconButton } from '#islands/ui/controls/icon-button.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { Question } from '#islands/ui/feedback/question.tsx'
import { useFocusFirstError } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/portal.ts'
import type { Listing } from '#stores/admin/kit/create-list.ts'
import type { Crud } from '#stores/admin/kit/crud.ts'
import type { Typed } from '#stores/admin/kit/typed-fields.ts'

interface Words {
  add: string
  create: string
  deleteQuestion: string
  edit: string
  empty: string
  emptyText: string
  search: string
  sorts: Readonly<Record<string, string>>
}

interface CrudTabProps<Row, Fields extends Typed> {
  caption: string
  columns: readonly Column<Row>[]
  crud: Crud<Row, Fields>
  /** The fields of the form. */
  form: ReactNode
  listing: Listing<Row>
  /** What a row is called, beside 'Edit' and below the question whether to delete it. */
  nameOf: (row: Row) => string
  words: Words
  /** What stands above the words of the empty list, where it is no scooter. */
  empty_icon?: IconName
  /** What else can be done with the list. */
  extra?: ReactNode
  filters?: readonly Filter[]
}

/** What the four tabs share in which rows are added, edited and deleted. */
export function CrudTab<Row, Fields extends Typed>(props: CrudTabProps<Row, Fields>) {
  const { caption, columns, crud, empty_icon, extra, filters = [], form, listing, nameOf, words } = props
  const editing = useStore(crud.$editing)
  const add = (
    <Button onClick={crud.add} small>
      <BarIcon name="plus" />
      {words.add}
    </Button>
  )
  return (
    <div className="grid gap-5">
      <ListToolbar filters={filters} listing={listing} search={words.search} sorts={words.sorts}>
        {extra}
        {add}
      </ListToolbar>
      <div className="crud">
        <ListPanel
          actions={row => (
            <>
              <IconButton icon="edit" label={text.named(text.edit, nameOf(row))} onClick={() => crud.edit(row)} />
              <IconButton
                icon="bin"
                label={text.named(text.remove, nameOf(row))}
                onClick={() => crud.askToDelete(row)}
              />
            </>
          )}
          caption={caption}
          columns={columns}
          current={editing?.mode === 'edit' ? crud.idOf(editing.row) : null}
          empty={{ ...(empty_icon && { icon: empty_icon }), text: words.emptyText, title: words.empty }}
          idOf={crud.idOf}
          listing={listing}
        />
        {editing && (
          <Panel
            close_label={text.close}
            key={editing.mode === 'edit' ? crud.idOf(editing.row) : 'new'}
            onClose={crud.close}
            title={editing.mode === 'edit' ? words.edit : words.add}
          >
            <CrudForm crud={crud} submit={editing.mode === 'edit' ? text.save : words.create}>
              {form}
            </CrudForm>
          </Panel>
        )}
      </div>
      <DeleteQuestion crud={crud} nameOf={nameOf} question={words.deleteQuestion} />
      <DiscardQuestion crud={crud} />
    </div>
  )
}

interface CrudFormProps<Row, Fields extends Typed> {
  children: ReactNode
  crud: Crud<Row, Fields>
  submit: string
}

function CrudForm<Row, Fields extends Typed>({ children, crud, submit }: CrudFormProps<Row, Fields>) {
  const saving = useStore(crud.$saving)
  const refusal = useStore(crud.$refusal)
  const form = useFocusFirstError(useStore(crud.$refusals))
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void crud.save()
      }}
      ref={form}
    >
      {children}
      {refusal && <Note kind="error">{refusal}</Note>}
      <div className="mt-1 grid grid-cols-2 gap-3">
        <Button kind="secondary" onClick={crud.cancel}>
          {text.cancel}
        </Button>
        <Button busy={saving} type="submit">
          {saving ? text.saving : submit}
        </Button>
      </div>
    </form>
  )
}

interface DeleteQuestionProps<Row, Fields extends Typed> {
  crud: Crud<Row, Fields>
  nameOf: (row: Row) => string
  question: string
}

function DeleteQuestion<Row, Fields extends Typed>({ crud, nameOf, question }: DeleteQuestionProps<Row, Fields>) {
  const row = useStore(crud.$toDelete)
  const deleting = useStore(crud.$deleting)
  return (
    <Question
      action={deleting ? text.deleting : text.remove}
      busy={deleting}
      danger
      no={text.cancel}
      onNo={crud.keepRow}
      onYes={() => void crud.deleteNow()}
      open={row !== null}
      title={question}
    >
      {row && <p className="font-semibold wrap-anywhere">{nameOf(row)}</p>}
    </Question>
  )
}

function DiscardQuestion<Row, Fields extends Typed>({ crud }: { crud: Crud<Row, Fields> }) {
  return (
    <Question
      action={text.discard}
      danger
      no={text.keepEditing}
      onNo={crud.keepEditing}
      onYes={crud.discard}
      open={useStore(crud.$waiting) !== null}
      title={text.discardQuestion}
    >
      <p className="sub">{text.discardText}</p>
    </Question>
  )
}

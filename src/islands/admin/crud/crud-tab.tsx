import type { ReactNode } from 'react'
import type { CrudModule } from '#islands/admin/crud/crud-dialogs.tsx'
import { LoadedDialogs, useLazy, useOpen } from '#islands/admin/lazy-dialogs.tsx'
import { type Column, ListHeading, ListPanel, useIsEmpty } from '#islands/admin/list/list-panel.tsx'
import { type Filter, ListToolbar } from '#islands/admin/list/list-toolbar.tsx'
import { Icon, type IconName } from '#islands/ui/art/icon.tsx'
import { Button, IconButton } from '#islands/ui/controls/button.tsx'
import { useOnce } from '#islands/ui/hooks/use-layout.ts'
import * as listsText from '#messages/admin/lists.ts'
import type { DeletionMessages } from '#stores/admin/crud/crud.ts'
import { takeWantedForm } from '#stores/admin/dashboard.ts'
import type { ListStore } from '#stores/admin/list/create-list.ts'
import type { LazyDialogs } from '#stores/kit/lazy-dialogs.ts'

interface CrudTabMessages extends DeletionMessages {
  add: string
  description?: string
  empty: string
  emptyText: string
  search: string
  sorts: Readonly<Record<string, string>>
}

interface CrudTabProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  dialogs: LazyDialogs<CrudModule<Row>>
  list: ListStore<Row>
  getId: (row: Row) => string
  getName: (row: Row) => string
  messages: CrudTabMessages
  /** Whether the visitor may add and delete rows, and whether they may change them. */
  canCreate?: boolean
  canEdit?: boolean
  /** A row that the visitor may neither change nor delete. */
  isLocked?: (row: Row) => boolean
  /** The icon of the empty list; the default is a scooter. */
  emptyIcon?: IconName
  rowAction?: (row: Row) => ReactNode
  /** Other actions on the whole list. */
  extra?: ReactNode
  /** The title of a list that is not alone in its tab. */
  title?: string
  filters?: readonly Filter[]
}

function RowButtons<Row>(props: CrudTabProps<Row> & { row: Row }) {
  const { canCreate = true, canEdit = true, dialogs, getId, getName, messages, row, rowAction } = props
  const open = useOpen(dialogs)
  const isLocked = props.isLocked?.(row)
  return (
    <div className="row-actions">
      {rowAction?.(row)}
      {canEdit && !isLocked && (
        <IconButton
          icon="edit"
          label={listsText.actionOn(listsText.edit, getName(row))}
          {...open(`edit ${getId(row)}`, ({ crud }) => crud.edit(row))}
        />
      )}
      {canCreate && !isLocked && (
        <IconButton
          icon="bin"
          label={listsText.actionOn(messages.remove ?? listsText.deleteLabel, getName(row))}
          {...open(`delete ${getId(row)}`, ({ crud }) => crud.requestDelete(row))}
        />
      )}
    </div>
  )
}

export function CrudTab<Row>(props: CrudTabProps<Row>) {
  const { canCreate = true, dialogs, emptyIcon, filters = [], getId, list, messages, rowAction } = props
  const add = useOpen(dialogs)('add', ({ crud }) => crud.add())
  const isEmpty = useIsEmpty(list)
  useOnce(() => {
    if (takeWantedForm()) add.onClick()
  })
  const addButton = (textClass?: string) =>
    canCreate && (
      <Button isSmall {...add}>
        {!add.isBusy && <Icon name="plus" />}
        <span className={textClass}>{messages.add}</span>
      </Button>
    )
  return (
    <div className="list-section">
      {messages.description && <ListHeading description={messages.description} title={props.title} />}
      <ListToolbar
        add={!isEmpty && addButton(messages.search ? 'max-md:sr-only' : undefined)}
        filters={filters}
        list={list}
        more={props.extra}
        search={messages.search}
        sorts={messages.sorts}
      />
      <ListPanel
        actions={row => <RowButtons {...props} row={row} />}
        caption={props.caption}
        columns={props.columns}
        currentId={useLazy(dialogs, ({ crud }) => crud.$openId)}
        empty={{
          ...(emptyIcon && { icon: emptyIcon }),
          action: addButton(),
          text: messages.emptyText,
          title: messages.empty
        }}
        getId={getId}
        kind={rowAction === undefined ? 'plain' : 'wide'}
        list={list}
      />
      <LoadedDialogs dialogs={dialogs} />
    </div>
  )
}

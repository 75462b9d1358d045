import type { MouseEvent, ReactNode } from 'react'
import { screenPath } from '#domain/portal/screens.ts'
import { openList } from '#stores/admin/dashboard.ts'
import type { Resource } from '#stores/admin/dashboard-lists.ts'
import type { ListQuery } from '#stores/admin/list/list-query.ts'

interface ListLinkProps {
  children: ReactNode
  className: string
  /** What the list shows. Empty: all rows. */
  query: Partial<ListQuery>
  tab: Resource
  onOpen?: () => void
}

const opensNewTab = ({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent) => altKey || ctrlKey || metaKey || shiftKey

/** A link to a tab with its list filtered. In a new browser tab, the list is not filtered. */
export function ListLink({ children, className, onOpen, query, tab }: ListLinkProps) {
  function open(event: MouseEvent) {
    if (opensNewTab(event)) return
    event.preventDefault()
    onOpen?.()
    openList(tab, query)
  }
  return (
    <a className={className} href={screenPath(tab)} onClick={open}>
      {children}
    </a>
  )
}

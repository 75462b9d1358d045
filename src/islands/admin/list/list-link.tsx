import type { MouseEvent, ReactNode } from 'react'
import { type Screen, screenPath } from '#domain/admin/screens.ts'
import { openList } from '#stores/admin/dashboard.ts'
import type { ListQuery } from '#stores/admin/list/list-query.ts'

export interface ListLinkProps {
  children: ReactNode
  className: string
  /** The accessible name, if it is not the text. */
  label?: string
  /** What the list shows. Empty: all rows. */
  query: Partial<ListQuery>
  screen: Screen
  onOpen?: () => void
}

const opensNewTab = ({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent) => altKey || ctrlKey || metaKey || shiftKey

/** A link to a screen with its list filtered. In a new browser tab, the list is not filtered. */
export function ListLink({ children, className, label, onOpen, query, screen }: ListLinkProps) {
  function open(event: MouseEvent) {
    if (opensNewTab(event)) return
    event.preventDefault()
    onOpen?.()
    openList(screen, query)
  }
  return (
    <a aria-label={label} className={className} href={screenPath(screen)} onClick={open}>
      {children}
    </a>
  )
}

import type { KeyboardEvent } from 'react'
import { TABS, type Tab } from '#domain/portal/screens.ts'
import { useScrolledIntoView } from '#islands/ui/hooks/use-layout.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/admin/dashboard.ts'
import { $tab, openTab } from '#stores/admin/dashboard.ts'

const KEY_TARGETS: Record<string, (index: number) => number> = {
  ArrowLeft: index => (index + TABS.length - 1) % TABS.length,
  ArrowRight: index => (index + 1) % TABS.length,
  End: () => TABS.length - 1,
  Home: () => 0
}

export const tabId = (tab: Tab) => `tab-${tab}`
export const PANEL_ID = 'tab-panel'

/** The WAI-ARIA tabs pattern: one tab stop; arrow keys, Home and End move the focus and open the tab. */
export function TabList() {
  const current = useStore($tab)
  const list = useScrolledIntoView<HTMLDivElement>('[aria-selected="true"]', current)

  function move(event: KeyboardEvent) {
    const tab = TABS[KEY_TARGETS[event.key]?.(TABS.indexOf(current)) ?? -1]
    if (!tab) return
    event.preventDefault()
    openTab(tab)
    list.current?.querySelector<HTMLElement>(`#${tabId(tab)}`)?.focus()
  }

  return (
    <div aria-label={text.sections} className="tabs" ref={list} role="tablist">
      {TABS.map(tab => (
        <button
          aria-controls={PANEL_ID}
          aria-selected={tab === current}
          id={tabId(tab)}
          key={tab}
          onClick={() => openTab(tab)}
          onKeyDown={move}
          role="tab"
          tabIndex={tab === current ? 0 : -1}
          type="button"
        >
          {text.tabs[tab]}
        </button>
      ))}
    </div>
  )
}

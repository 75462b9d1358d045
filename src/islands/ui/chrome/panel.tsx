import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { IconButton } from '#islands/ui/controls/icon-button.tsx'
import { useWide } from '#islands/ui/hooks/use-wide.ts'

interface PanelProps {
  children: ReactNode
  close_label: string
  onClose: () => void
  title: string
}

const FIRST_CONTROL = 'input:not([type="file"]), select, textarea'

/** Leads into the panel when it opens, and back to where its visitor was when it closes. */
function useFocusInside(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement
    // Takes the focus itself: only before it is known where that was.
    if (panel.current instanceof HTMLDialogElement) panel.current.showModal()
    const first = panel.current?.querySelector<HTMLElement>(FIRST_CONTROL) ?? panel.current?.querySelector('button')
    first?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [panel])
}

function Head({ close_label, id, onClose, title }: Omit<PanelProps, 'children'> & { id: string }) {
  return (
    <div className="mb-4 flex items-center justify-between gap-3">
      <h2 id={id}>{title}</h2>
      <div className="-mr-[10px]">
        <IconButton icon="cross" label={close_label} onClick={onClose} />
      </div>
    </div>
  )
}

function SidePanel({ children, ...head }: PanelProps) {
  const panel = useRef<HTMLElement>(null)
  const id = useId()
  useFocusInside(panel)
  return (
    <aside aria-labelledby={id} className="side-panel card" ref={panel}>
      <Head {...head} id={id} />
      {children}
    </aside>
  )
}

function Sheet({ children, ...head }: PanelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useFocusInside(dialog)
  return (
    <dialog
      aria-labelledby={id}
      className="sheet"
      onCancel={event => {
        event.preventDefault()
        head.onClose()
      }}
      ref={dialog}
    >
      <Head {...head} id={id} />
      {children}
    </dialog>
  )
}

/** A form, or more of a row, beside its list where there is room for it, else over the whole screen. */
export function Panel(props: PanelProps) {
  return useWide() ? <SidePanel {...props} /> : <Sheet {...props} />
}

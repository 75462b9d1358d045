import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { IconButton } from '#islands/ui/controls/button.tsx'

interface PanelProps {
  children: ReactNode
  closeLabel: string
  onClose: () => void
  title: string
}

const FIRST_CONTROL = 'input:not([type="file"]), select, textarea'

/** Moves the focus into the panel when it opens, and back to the previous element when it closes. */
function useFocusInside(panel: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const previouslyFocused = document.activeElement
    // showModal() moves the focus, so read the previously focused element first.
    panel.current?.showModal()
    const first = panel.current?.querySelector<HTMLElement>(FIRST_CONTROL) ?? panel.current?.querySelector('button')
    first?.focus()
    return () => {
      if (previouslyFocused instanceof HTMLElement && previouslyFocused.isConnected) previouslyFocused.focus()
    }
  }, [panel])
}

function PanelHeader({ closeLabel, id, onClose, title }: Omit<PanelProps, 'children'> & { id: string }) {
  return (
    <div className="panel-head flex items-center justify-between gap-3">
      <h2 className="min-w-0 wrap-anywhere" id={id}>
        {title}
      </h2>
      <div className="-mr-[10px]">
        <IconButton icon="cross" label={closeLabel} onClick={onClose} />
      </div>
    </div>
  )
}

/** A form or details that lie over the list, which stays as it is: a full-screen sheet on phones. */
export function Panel({ children, ...header }: PanelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useFocusInside(dialog)
  return (
    <dialog
      aria-labelledby={id}
      className="sheet"
      onCancel={event => {
        event.preventDefault()
        header.onClose()
      }}
      ref={dialog}
    >
      <PanelHeader {...header} id={id} />
      {children}
    </dialog>
  )
}

export function PanelSection({ children, title }: { children: ReactNode; title: string }) {
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

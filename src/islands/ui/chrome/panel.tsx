import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { IconButton } from '#islands/ui/controls/button.tsx'
import * as commonText from '#messages/common.ts'

interface PanelProps {
  children: ReactNode
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

/** A form or details that lie over the list, which stays as it is: a full-screen sheet on phones. */
export function Panel({ children, onClose, title }: PanelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useFocusInside(dialog)
  return (
    <dialog
      aria-labelledby={id}
      className="sheet"
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      ref={dialog}
    >
      <div className="panel-head flex items-center justify-between gap-3">
        <h2 className="min-w-0 wrap-anywhere" id={id}>
          {title}
        </h2>
        <div className="-mr-[10px]">
          <IconButton icon="cross" label={commonText.close} onClick={onClose} />
        </div>
      </div>
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

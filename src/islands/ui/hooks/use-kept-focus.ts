import { type RefObject, useEffect, useRef } from 'react'

const CONTROLS = 'button, a[href], input, select'

interface ControlPosition {
  control: number
  row: number
}

const rowsOf = (element: Element) => [...element.querySelectorAll('tbody > tr')]
const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(CONTROLS)]

/** Which control of which row it is. */
function positionOf(target: HTMLElement, container: Element): ControlPosition | null {
  const row = target.closest('tr')
  if (row === null) return null
  return { control: controlsOf(row).indexOf(target), row: rowsOf(container).indexOf(row) }
}

/** The same control of the row that stands there now; of the last row, where the last one has gone. */
function controlAt(position: ControlPosition, container: Element): HTMLElement | undefined {
  const rows = rowsOf(container)
  const row = rows[Math.min(position.row, rows.length - 1)]
  return row && (controlsOf(row)[position.control] ?? controlsOf(row).at(-1))
}

/** What had the focus may go, as a row that is deleted: then the next one has it, not the top of the page. */
export function useFocusRestore<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    let lastFocused: HTMLElement | null = null
    let position: ControlPosition | null = null
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      lastFocused = target
      // A question about a row is asked in a dialog: the row stays the one that it was asked from.
      if (!target.closest('dialog')) position = positionOf(target, element)
    }
    const observer = new MutationObserver(() => {
      const wasRemoved = lastFocused !== null && !lastFocused.isConnected
      if (!wasRemoved || document.activeElement !== document.body) return
      const next = position && controlAt(position, element)
      if (next) next.focus()
      else element.focus({ preventScroll: true })
    })
    element.addEventListener('focusin', remember)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
  return ref
}

import { type RefObject, useEffect, useRef, useState } from 'react'

export function useToggle(): [isOpen: boolean, toggle: () => void] {
  const [isOpen, setOpen] = useState(false)
  return [isOpen, () => setOpen(!isOpen)]
}

/** Runs a task once, after the first render. */
export function useOnce(task: () => void): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    task()
  })
}

/** Scrolls the `selected` element of a horizontal row into view without scrolling the page. */
export function useScrolledIntoView<E extends HTMLElement>(selector: string, selected: string): RefObject<E | null> {
  const row = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is chosen
  useEffect(() => {
    const element = row.current?.querySelector<HTMLElement>(selector)
    if (!row.current || !element) return
    const margin = (row.current.clientWidth - element.offsetWidth) / 2
    row.current.scrollTo({ left: element.offsetLeft - margin })
  }, [selector, selected])
  return row
}

const CONTROLS = 'button, a[href], input, select'

interface ControlPosition {
  control: number
  row: number
}

const rowsOf = (element: Element) => [...element.querySelectorAll('tbody > tr')]
const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(CONTROLS)]

/** The row and control index of an element; null outside a row. */
function positionOf(target: HTMLElement, container: Element): ControlPosition | null {
  const row = target.closest('tr')
  if (row === null) return null
  return { control: controlsOf(row).indexOf(target), row: rowsOf(container).indexOf(row) }
}

/** The same control in the row at that index now, or in the last row if there are fewer rows. */
function controlAt(position: ControlPosition, container: Element): HTMLElement | undefined {
  const rows = rowsOf(container)
  const row = rows[Math.min(position.row, rows.length - 1)]
  return row && (controlsOf(row)[position.control] ?? controlsOf(row).at(-1))
}

/** If the focused row is removed, for example deleted, moves the focus to the next row instead of the page's top. */
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
      // A dialog opened from a row must not replace that row's position.
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

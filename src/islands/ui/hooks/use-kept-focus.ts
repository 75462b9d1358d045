import { type RefObject, useEffect, useRef } from 'react'

const CONTROLS = 'button, a[href], input, select'

interface Place {
  control: number
  row: number
}

const rowsOf = (element: Element) => [...element.querySelectorAll('tbody > tr')]
const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(CONTROLS)]

/** Which control of which row it is. */
function placeOf(target: HTMLElement, around: Element): Place | null {
  const row = target.closest('tr')
  if (row === null) return null
  return { control: controlsOf(row).indexOf(target), row: rowsOf(around).indexOf(row) }
}

/** The same control of the row that stands there now; of the last row, where the last one has gone. */
function controlAt(place: Place, around: Element): HTMLElement | undefined {
  const rows = rowsOf(around)
  const row = rows[Math.min(place.row, rows.length - 1)]
  return row && (controlsOf(row)[place.control] ?? controlsOf(row).at(-1))
}

/** What had the focus may go, as a row that is deleted: then the next one has it, not the top of the page. */
export function useKeptFocus<E extends HTMLElement>(): RefObject<E | null> {
  const around = useRef<E>(null)
  useEffect(() => {
    const element = around.current
    if (!element) return
    let last: HTMLElement | null = null
    let place: Place | null = null
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      last = target
      // A question about a row is asked in a dialog: the row stays the one that it was asked from.
      if (!target.closest('dialog')) place = placeOf(target, element)
    }
    const observer = new MutationObserver(() => {
      const isGone = last !== null && !last.isConnected
      if (!isGone || document.activeElement !== document.body) return
      const next = place && controlAt(place, element)
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
  return around
}

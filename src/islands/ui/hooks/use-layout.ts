import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether a part of the layout is open; closed at first. */
export function useToggle(): [isOpen: boolean, toggle: () => void] {
  const [isOpen, setOpen] = useState(false)
  return [isOpen, () => setOpen(!isOpen)]
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

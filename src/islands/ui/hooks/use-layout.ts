import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'

// Equals --breakpoint-lg (styles/tokens.css), from which a second column fits beside the content.
const WIDE_QUERY = '(min-width: 64rem)'

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(WIDE_QUERY)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** False when the page is rendered without a window. */
export function useIsWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE_QUERY).matches,
    () => false
  )
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

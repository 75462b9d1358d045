import { type RefObject, useEffect, useRef } from 'react'

/** What had the focus may go, as a row that is deleted: then its surroundings have it, not the top of the page. */
export function useKeptFocus<E extends HTMLElement>(): RefObject<E | null> {
  const around = useRef<E>(null)
  useEffect(() => {
    const element = around.current
    if (!element) return
    let last: EventTarget | null = null
    const remember = ({ target }: FocusEvent) => {
      last = target
    }
    const observer = new MutationObserver(() => {
      const isGone = last instanceof Element && !last.isConnected
      if (isGone && document.activeElement === document.body) element.focus({ preventScroll: true })
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

import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * What goes while it has the focus, as a fault that is tried again or a payment that is no longer due, hands the focus
 * on to what it stood in: else the keyboard would begin again at the top of the page.
 */
export function useFocusFallback<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null)
  useLayoutEffect(() => {
    const element = ref.current
    const container = element?.closest<HTMLElement>('[tabindex="-1"]')
    return () => {
      if (element?.contains(document.activeElement)) container?.focus({ preventScroll: true })
    }
  }, [])
  return ref
}

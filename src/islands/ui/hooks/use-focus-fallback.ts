import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * If a focused element unmounts, moves the focus to its container. Otherwise, keyboard users would start at the page's
 * top again. Examples are an error that is retried and a payment that is no longer due.
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

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Focuses an element whenever `value` changes, for example when one form replaces another. */
export function useFocusOnChange<Element extends HTMLElement>(value: unknown): RefObject<Element | null> {
  const element = useRef<Element>(null)
  const seen = useRef(value)
  useEffect(() => {
    if (value === seen.current) return
    seen.current = value
    element.current?.focus()
  }, [value])
  return element
}

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

/** A ref for the container of a control: focuses the first one if the URL's hash is the container's id. */
export function focusFromHash(container: HTMLElement | null): void {
  if (container && location.hash === `#${container.id}`) focusFirstControl(container)
}

/** A ref for the container of a control that replaces the pressed button. */
export function focusFirstControl(container: HTMLElement | null): void {
  container?.querySelector<HTMLElement>('button, input, select')?.focus()
}

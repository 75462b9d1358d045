import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the first field with an error, once per failed submit. Put the ref on the form. */
export function useFocusFirstError(errorCount: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const seen = useRef(errorCount)
  useEffect(() => {
    if (errorCount === seen.current) return
    seen.current = errorCount
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errorCount])
  return form
}

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

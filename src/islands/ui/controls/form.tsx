import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import type { Store } from '#stores/kit/ssr-values.ts'

/** The state of a form, as its store exports it. */
export interface FormState {
  $errorCount: Store<number>
  /** Reads the fields before a submit: a password manager may fill them without an event. */
  syncFromForm?: (form: FormData) => void
}

interface FormProps {
  children: ReactNode
  className: string
  form: FormState
  onSubmit: () => Promise<void>
}

/** Focuses the first field with an error, once per failed submit. */
function useFocusFirstError(errorCount: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const seen = useRef(errorCount)
  useEffect(() => {
    if (errorCount === seen.current) return
    seen.current = errorCount
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errorCount])
  return form
}

/**
 * A form that its store validates and sends. The method is POST, so that a submit before hydration puts no input into
 * the URL.
 */
export function Form({ children, className, form: { $errorCount, syncFromForm }, onSubmit }: FormProps) {
  return (
    <form
      className={className}
      method="post"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        syncFromForm?.(new FormData(event.currentTarget))
        void onSubmit()
      }}
      ref={useFocusFirstError(useStore($errorCount))}
    >
      {children}
    </form>
  )
}

import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as apiErrorsText from '#messages/api-errors.ts'
import type { Store } from '#stores/kit/ssr-values.ts'

export interface FormState {
  $errorCount: Store<number>
  /** Shows an error of a field, by its name. */
  showFieldError?: (field: never, sentence: string) => void
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

/** The value of a date that is incomplete or does not exist is empty, so that only the control knows of it. */
function unreadableDate(form: HTMLFormElement): HTMLInputElement | undefined {
  const dates = [...form.querySelectorAll<HTMLInputElement>('input[type="date"]')]
  return dates.find(({ validity }) => validity.badInput)
}

/**
 * A form that its store validates and sends. The method is POST, so that a submit before hydration puts no input into
 * the URL.
 */
export function Form({ children, className, form, onSubmit }: FormProps) {
  const { $errorCount, showFieldError, syncFromForm } = form
  return (
    <form
      className={className}
      method="post"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        syncFromForm?.(new FormData(event.currentTarget))
        const unreadable = unreadableDate(event.currentTarget)
        if (unreadable && showFieldError) showFieldError(unreadable.name as never, apiErrorsText.invalidDate)
        else void onSubmit()
      }}
      ref={useFocusFirstError(useStore($errorCount))}
    >
      {children}
    </form>
  )
}

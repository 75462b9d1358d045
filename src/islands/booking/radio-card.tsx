import type { KeyboardEvent, ReactNode } from 'react'

interface RadioCardProps {
  checked: boolean
  children: ReactNode
  className: string
  name: string
  onChoose: () => void
  disabled?: boolean
  id?: string | undefined
  /** The accessible name, if the visible text is unsuitable for screen readers. */
  label?: string
}

/** For the `onKeyDown` of a radio group: Home and End select its first and last free choice. Arrows work natively. */
export function selectFirstOrLast(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Home' && event.key !== 'End') return
  event.preventDefault()
  const free = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:enabled')]
  const target = free.at(event.key === 'Home' ? 0 : -1)
  target?.focus()
  target?.click()
}

/** A native radio button with the size of its card, so that keyboard, touch and screen readers work natively. */
export function RadioCard({ checked, children, className, disabled, id, label, name, onChoose }: RadioCardProps) {
  return (
    <label className={`radio-card ${className}`}>
      <input
        aria-label={label}
        checked={checked}
        disabled={disabled}
        id={id}
        name={name}
        onChange={onChoose}
        type="radio"
      />
      {children}
    </label>
  )
}

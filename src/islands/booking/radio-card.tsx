import type { ReactNode } from 'react'

interface RadioCardProps {
  checked: boolean
  children: ReactNode
  className: string
  name: string
  onChoose: () => void
  disabled?: boolean
  id?: string | undefined
  /** Where the words inside would read badly aloud. */
  label?: string
}

/** A native radio button, as large as the card drawn over it: arrow keys, touch and screen readers work by themselves. */
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

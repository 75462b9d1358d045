import type { Ref, SelectHTMLAttributes } from 'react'
import { Icon } from '#islands/ui/art/icon.tsx'

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'onChange' | 'style'> {
  onChange: (value: string) => void
  ref?: Ref<HTMLSelectElement>
  /** As high as a small button, for use outside forms. */
  isSmall?: boolean
}

/** A native select with our own arrow icon. */
export function Select({ children, onChange, isSmall, ...rest }: SelectProps) {
  return (
    <div className="relative min-w-0">
      <select
        {...rest}
        className={isSmall ? 'field-input min-h-11' : 'field-input'}
        onChange={event => onChange(event.target.value)}
      >
        {children}
      </select>
      <span className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-ink-2">
        <Icon name="chevron-down" />
      </span>
    </div>
  )
}

import type { ReactNode } from 'react'
import { Icon } from '#islands/ui/icon.tsx'

interface SmallSelectProps {
  children: ReactNode
  id: string
  onChange: (value: string) => void
  value: string
  described_by?: string | undefined
  invalid?: boolean
}

/** A native select at the right of its heading, as wide as its words. */
export function SmallSelect({ children, described_by, id, invalid, onChange, value }: SmallSelectProps) {
  return (
    <div className="relative min-w-0">
      <select
        aria-describedby={described_by}
        aria-invalid={invalid || undefined}
        className="field-input num min-h-11 pr-[42px] font-semibold"
        id={id}
        onChange={event => onChange(event.target.value)}
        value={value}
      >
        {children}
      </select>
      <span className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-ink-2">
        <Icon name="chevron-down" />
      </span>
    </div>
  )
}

import type { ButtonHTMLAttributes } from 'react'
import { Icon, type IconName } from '#islands/ui/art/icon.tsx'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> {
  icon: IconName
  label: string
}

/** A 44 px square button; its label is for screen readers only. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} aria-label={label} className="btn btn-icon">
      <Icon name={icon} />
    </button>
  )
}

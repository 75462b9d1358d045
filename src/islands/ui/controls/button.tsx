import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { Icon, type IconName } from '#islands/ui/art/icon.tsx'

type ButtonKind = 'primary' | 'secondary' | 'ghost' | 'danger'

interface ButtonStyle {
  kind?: ButtonKind
  isSmall?: boolean
  isWide?: boolean
}

interface ButtonProps extends ButtonStyle, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> {
  isBusy?: boolean
  /** Replaces the children while busy, including an icon. */
  busyLabel?: ReactNode
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}

function buttonClasses({ kind = 'primary', isSmall, isWide }: ButtonStyle): string {
  return ['btn', `btn-${kind}`, isSmall && 'btn-small', isWide && 'btn-wide'].filter(Boolean).join(' ')
}

const preventClick = (event: MouseEvent<HTMLButtonElement>) => event.preventDefault()

/** While busy, the button keeps its place and focus, and ignores clicks. */
export function Button({ isBusy, busyLabel, children, kind, onClick, isSmall, isWide, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      className={buttonClasses({ kind, isSmall, isWide })}
      onClick={isBusy ? preventClick : onClick}
    >
      {isBusy && <span aria-hidden="true" className="spinner" />}
      {(isBusy && busyLabel) || children}
    </button>
  )
}

interface LinkButtonProps extends ButtonStyle {
  children: ReactNode
  href: string
  isNewTab?: boolean
}

export function LinkButton({ children, href, isNewTab, ...style }: LinkButtonProps) {
  return (
    <a className={buttonClasses(style)} href={href} {...(isNewTab && { rel: 'noreferrer', target: '_blank' })}>
      {children}
    </a>
  )
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> {
  icon: IconName
  isBusy?: boolean
  label: string
}

/** A 44 px square button; its label is for screen readers only. While busy, it ignores clicks. */
export function IconButton({ icon, isBusy, label, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      aria-label={label}
      className="btn btn-icon"
      onClick={isBusy ? preventClick : onClick}
    >
      {isBusy ? <span aria-hidden="true" className="spinner" /> : <Icon name={icon} />}
    </button>
  )
}

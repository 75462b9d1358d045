import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'

type ButtonKind = 'primary' | 'secondary' | 'ghost' | 'danger'

interface ButtonStyle {
  kind?: ButtonKind
  small?: boolean
  wide?: boolean
}

interface ButtonProps extends ButtonStyle, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> {
  busy?: boolean
  children: ReactNode
}

function buttonClasses({ kind = 'primary', small, wide }: ButtonStyle): string {
  return ['btn', `btn-${kind}`, small && 'btn-small', wide && 'btn-wide'].filter(Boolean).join(' ')
}

/** While busy, the button keeps its place and focus, and ignores clicks. The caller supplies the busy label. */
export function Button({ busy, children, kind, onClick, small, type = 'button', wide, ...rest }: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      aria-busy={busy || undefined}
      className={buttonClasses({ kind, small, wide })}
      onClick={handleClick}
      type={type}
    >
      {busy && <span aria-hidden="true" className="spinner" />}
      {children}
    </button>
  )
}

interface LinkButtonProps extends ButtonStyle {
  children: ReactNode
  href: string
}

export function LinkButton({ children, href, ...style }: LinkButtonProps) {
  return (
    <a className={buttonClasses(style)} href={href}>
      {children}
    </a>
  )
}

import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'

type ButtonKind = 'primary' | 'secondary' | 'ghost' | 'danger'

interface ButtonStyle {
  kind?: ButtonKind
  isSmall?: boolean
  isWide?: boolean
}

interface ButtonProps extends ButtonStyle, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> {
  isBusy?: boolean
  children: ReactNode
}

function buttonClasses({ kind = 'primary', isSmall, isWide }: ButtonStyle): string {
  return ['btn', `btn-${kind}`, isSmall && 'btn-small', isWide && 'btn-wide'].filter(Boolean).join(' ')
}

/** While busy, the button keeps its place and focus, and ignores clicks. The caller supplies the busy label. */
export function Button({ isBusy, children, kind, onClick, isSmall, type = 'button', isWide, ...rest }: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      aria-busy={isBusy || undefined}
      className={buttonClasses({ kind, isSmall, isWide })}
      onClick={handleClick}
      type={type}
    >
      {isBusy && <span aria-hidden="true" className="spinner" />}
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

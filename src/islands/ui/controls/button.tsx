import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'

type Kind = 'primary' | 'secondary' | 'quiet' | 'danger'

interface Look {
  kind?: Kind
  small?: boolean
  wide?: boolean
}

interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> {
  busy?: boolean
  children: ReactNode
}

function classesOf({ kind = 'primary', small, wide }: Look): string {
  return ['btn', `btn-${kind}`, small && 'btn-small', wide && 'btn-wide'].filter(Boolean).join(' ')
}

/** A busy button keeps its place and its focus; what it says meanwhile is the caller's, clicks on it do nothing. */
export function Button({ busy, children, kind, onClick, small, type = 'button', wide, ...rest }: ButtonProps) {
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      aria-busy={busy || undefined}
      className={classesOf({ kind, small, wide })}
      onClick={click}
      type={type}
    >
      {busy && <span aria-hidden="true" className="spinner" />}
      {children}
    </button>
  )
}

interface LinkButtonProps extends Look {
  children: ReactNode
  href: string
}

export function LinkButton({ children, href, ...look }: LinkButtonProps) {
  return (
    <a className={classesOf(look)} href={href}>
      {children}
    </a>
  )
}

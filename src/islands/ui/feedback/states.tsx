import type { ReactNode } from 'react'
import { Icon, type IconName } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { useFocusFallback } from '#islands/ui/hooks/use-focus.ts'
import * as appShellText from '#messages/app-shell.ts'

/** A grey placeholder with the size of the content. Screen readers get the loading text beside it instead. */
export function SkeletonBlock({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton ${className}`} />
}

interface LoadingProps {
  /** The placeholders. */
  children?: ReactNode
  label: string
  /** The classes of a single placeholder. */
  skeleton?: string
}

/** Stands in for content that is loading. */
export function Loading({ children, label, skeleton }: LoadingProps) {
  return (
    <>
      <p className="sr-only" role="status">
        {label}
      </p>
      {skeleton ? <SkeletonBlock className={skeleton} /> : children}
    </>
  )
}

export const CENTRED_CARD = 'card grid grid-cols-[minmax(0,1fr)] justify-items-center gap-1.5 px-5 py-9 text-center'

export function RoundIcon({ colours, icon }: { colours: string; icon: IconName }) {
  return (
    <span className={`mb-2 grid size-14 place-items-center rounded-full ${colours}`}>
      <Icon name={icon} size="l" />
    </span>
  )
}

interface ErrorStateProps {
  title: string
  /** If the network is not the reason. */
  text?: string
  onRetry?: () => void
  retryLabel?: string
}

/** Replaces only the part of the page that failed. */
export function ErrorState({ onRetry, retryLabel = appShellText.tryAgain, text, title }: ErrorStateProps) {
  const focusFallback = useFocusFallback<HTMLElement>()
  return (
    <section className={CENTRED_CARD} ref={focusFallback} role="alert">
      <RoundIcon colours="bg-red-bg text-red-fg" icon={text ? 'warning' : 'no-signal'} />
      <h2>{title}</h2>
      <p className="muted max-w-[36ch] text-balance">{text ?? appShellText.checkConnection}</p>
      {onRetry && (
        <div className="mt-3.5">
          <Button onClick={onRetry}>
            <Icon name="refresh" />
            {retryLabel}
          </Button>
        </div>
      )}
    </section>
  )
}

const KINDS = {
  error: { colours: 'bg-red-bg text-red-fg', icon: 'cross-circle' },
  info: { colours: 'bg-blue-bg text-blue-fg', icon: 'info' },
  warning: { colours: 'bg-yellow-bg text-yellow-fg', icon: 'warning' }
} as const

interface NoteProps {
  children: ReactNode
  kind: keyof typeof KINDS
  role?: 'alert' | 'note' | 'status'
}

/** A full-width bar below the page header: how old the content is, and why. Empty without text. */
export function OutdatedBar({ children }: { children?: ReactNode }) {
  if (!children) return <div role="status" />
  return (
    <div className="-mt-5 mb-5 bg-yellow-bg text-yellow-fg md:-mt-7 md:mb-7" data-says-offline="" role="status">
      <p className="wrapper numeric flex items-start gap-2.5 py-2.5 text-[.9375rem]/[1.45] font-[550]">
        <Icon name="no-signal" />
        {children}
      </p>
    </div>
  )
}

/** Why something was refused, read out at once; nothing without a sentence. */
export function ErrorNote({ children }: { children: string | null }) {
  return (
    children && (
      <Note kind="error" role="alert">
        {children}
      </Note>
    )
  )
}

export function Note({ children, kind, role }: NoteProps) {
  const { colours, icon } = KINDS[kind]
  return (
    <div
      className={`flex items-start gap-2.5 rounded-control px-3.5 py-3 text-[.9375rem] leading-[1.45] ${colours}`}
      role={role}
    >
      <span className="mt-px">
        <Icon name={icon} />
      </span>
      <div className="min-w-0 text-pretty wrap-anywhere">{children}</div>
    </div>
  )
}

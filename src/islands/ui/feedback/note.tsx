import type { ReactNode } from 'react'
import { Icon } from '#islands/ui/art/icon.tsx'

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

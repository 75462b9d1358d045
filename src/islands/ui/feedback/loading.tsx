import type { ReactNode } from 'react'

interface LoadingProps {
  /** The placeholders. */
  children: ReactNode
  /** For screen readers. */
  label: string
}

/** Stands in for content that is loading. */
export function Loading({ children, label }: LoadingProps) {
  return (
    <>
      <p className="sr-only" role="status">
        {label}
      </p>
      {children}
    </>
  )
}

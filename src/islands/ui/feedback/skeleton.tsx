import type { ReactNode } from 'react'

/** A grey placeholder with the size of the content. Screen readers get the loading text beside it instead. */
export function SkeletonBlock({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton ${className}`} />
}

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

import type { ReactNode } from 'react'

interface SectionHeadProps {
  children: ReactNode
  id?: string
  /** The control that the heading is the label of. */
  labelFor?: string
  title: string
}

/** A heading and what stands at its right. */
export function SectionHeading({ children, id, labelFor, title }: SectionHeadProps) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-3">
      <h3 className="shrink-0" id={id}>
        {labelFor ? <label htmlFor={labelFor}>{title}</label> : title}
      </h3>
      {children}
    </div>
  )
}

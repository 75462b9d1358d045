import type { ReactNode } from 'react'

interface SectionHeadingProps {
  children: ReactNode
  id?: string
  /** The id of the control that the heading labels. */
  labelFor?: string
  title: string
}

/** A heading with content on its right. */
export function SectionHeading({ children, id, labelFor, title }: SectionHeadingProps) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-3">
      <h3 className="max-w-2/5 shrink-0" id={id}>
        {labelFor ? <label htmlFor={labelFor}>{title}</label> : title}
      </h3>
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'

interface SectionHeadProps {
  children: ReactNode
  id?: string
  /** The control that the heading is the label of. */
  label_for?: string
  title: string
}

/** A heading and what stands at its right. */
export function SectionHead({ children, id, label_for, title }: SectionHeadProps) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-3">
      <h3 className="shrink-0" id={id}>
        {label_for ? <label htmlFor={label_for}>{title}</label> : title}
      </h3>
      {children}
    </div>
  )
}

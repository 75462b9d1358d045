import { type ReactNode, useState } from 'react'

interface DisclosureProps {
  /** Renders the content; called once it is open. */
  children: () => ReactNode
  label: string
}

/** A link that opens content below it. The content is not part of the page's first HTML. */
export function Disclosure({ children, label }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link">{label}</summary>
      {isOpen && children()}
    </details>
  )
}

import { Icon } from '#islands/ui/art/icon.tsx'

interface FieldErrorProps {
  children: string
  /** For the `aria-describedby` of the control. */
  id?: string
  /** Set it if the error can appear during typing, so that screen readers announce it at once. */
  role?: 'alert' | undefined
}

export function FieldError({ children, id, role }: FieldErrorProps) {
  return (
    <p className="field-error" id={id} role={role}>
      <Icon name="warning" size="s" />
      {children}
    </p>
  )
}

import { Icon } from '#islands/ui/art/icon.tsx'

/** Replaces a list of open tasks when there are none. */
export function EmptyNotice({ children, title }: { children: string; title: string }) {
  return (
    <div className="card flex items-center gap-3 px-5 py-4">
      <span className="text-accent-ink">
        <Icon name="check-circle" />
      </span>
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="caption">{children}</p>
      </div>
    </div>
  )
}

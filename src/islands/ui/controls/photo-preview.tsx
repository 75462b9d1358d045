import { Icon } from '#islands/ui/art/icon.tsx'
import type { usePreview } from '#islands/ui/hooks/use-preview.ts'

export function PhotoPreview({ isUnreadable, onError, url }: ReturnType<typeof usePreview>) {
  return (
    <span className="grid size-13 flex-none place-items-center overflow-hidden rounded-slot bg-accent-soft text-accent-ink">
      {url && !isUnreadable ? (
        <img alt="" className="size-full object-cover" onError={onError} src={url} />
      ) : (
        <Icon name={url ? 'picture' : 'camera'} />
      )}
    </span>
  )
}

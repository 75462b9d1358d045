import { Icon, type IconName } from '#islands/ui/art/icon.tsx'
import { ScooterDrawing } from '#islands/ui/art/scooter-picture.tsx'

interface ThumbnailProps {
  image_url: string | null | undefined
  /** Shown if there is no picture. */
  fallbackIcon: IconName | 'scooter drawing'
  isRound?: boolean
}

/** A row's thumbnail. It is decorative, because the name is beside it. */
export function Thumbnail({ image_url, fallbackIcon, isRound }: ThumbnailProps) {
  return (
    <span
      className={`thumbnail grid flex-none place-items-center overflow-hidden bg-picture text-ink-2 ${isRound ? 'thumbnail-round size-11 rounded-full' : 'h-10 w-13 rounded-badge'}`}
    >
      {image_url && <img alt="" className="size-full object-cover" decoding="async" loading="lazy" src={image_url} />}
      {!image_url && fallbackIcon === 'scooter drawing' && <ScooterDrawing className="w-9" />}
      {!image_url && fallbackIcon !== 'scooter drawing' && <Icon name={fallbackIcon} />}
    </span>
  )
}

import { ScooterDrawing } from './scooter-drawing.tsx'

interface ScooterPictureProps {
  image_url: string | null | undefined
  name: string
  /** For an unavailable scooter: shows the picture in grey at the same size. */
  isDimmed?: boolean
  /** Sets the size. */
  className?: string
}

/** The scooter's photo, or the illustration on a ground line. */
export function ScooterPicture({ className = '', isDimmed, image_url, name }: ScooterPictureProps) {
  const faded = isDimmed ? '[filter:saturate(0)] opacity-60' : ''
  return (
    <div className={`scooter-picture ${className}`}>
      {image_url ? (
        <img
          alt={name}
          className={`absolute inset-0 size-full object-cover ${faded}`}
          decoding="async"
          loading="lazy"
          src={image_url}
        />
      ) : (
        <ScooterDrawing className={`relative mb-[calc(17%-2px)] w-[88%] max-w-[186px] md:mb-6 ${faded}`} />
      )}
    </div>
  )
}

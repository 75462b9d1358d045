interface ScooterPictureProps {
  image_url: string | null | undefined
  name: string
  /** For an unavailable scooter: shows the picture in grey at the same size. */
  isDimmed?: boolean
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

/** Our own scooter illustration, for scooters without a photo and for empty states. */
export function ScooterDrawing({ className = '' }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 200 140">
      <g className="fill-none stroke-scoot-ink" strokeWidth="8">
        <circle cx="44" cy="116" r="18" />
        <circle cx="160" cy="116" r="18" />
      </g>
      <g className="fill-scoot-hub">
        <circle cx="44" cy="116" r="10" />
        <circle cx="160" cy="116" r="10" />
      </g>
      <path className="stroke-scoot-hub" d="M146 74l14 42" strokeLinecap="round" strokeWidth="6" />
      <path
        className="fill-scoot-1"
        d="M16 92c0-15 11-25 29-25h44c7 0 11 4 12 10l3 16c1 4 3 6 7 6h12c5 0 7-3 6-8l-9-43c-1-6 3-10 9-10h5c4 0 6 2 7 6l9 42c3 14-3 28-18 28H82c-4 0-7-2-8-6-4-13-14-20-28-20-10 0-18 5-23 12-4 2-7 0-7-3z"
      />
      <g className="fill-scoot-2">
        <path d="M82 114c-4 0-7-2-8-6l-3-6h34c2 3 5 4 8 4h14c7 0 11-4 13-9l4 1c-1 10-7 16-16 16z" />
        <path d="M133 109c2-14 12-22 26-22 10 0 18 5 22 13 1 3-1 5-4 4-6-3-12-4-19-3-9 1-14 6-17 12z" />
      </g>
      <path className="fill-scoot-ink" d="M34 60c0-5 3-8 8-8l44 3c7 0 12 4 13 10l1 4H42c-5 0-8-4-8-9z" />
      <g className="stroke-scoot-ink" strokeLinecap="round">
        <path d="M131 40 124 21" strokeWidth="6" />
        <path d="M106 23l17-4" strokeWidth="7" />
        <path d="M130 17l3-9" strokeWidth="3" />
      </g>
      <circle className="fill-scoot-ink" cx="134" cy="7" r="5" />
      <path className="fill-scoot-lamp" d="M138 44h5c4 0 6 3 6 6s-2 6-5 6h-4z" />
      <path className="fill-scoot-tail" d="M17 80h10v7H16z" />
    </svg>
  )
}

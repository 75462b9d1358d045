import { BRAND_NAME } from '#domain/brand/brand.ts'

/** The logo and the name; both inherit their colours. */
export function Brand() {
  return (
    <span className="flex items-center gap-2.5 text-lg font-[750] tracking-[-.015em]">
      <svg aria-hidden="true" className="size-[34px] flex-none" viewBox="0 0 34 34">
        <rect className="fill-accent" height="34" rx="8" width="34" />
        <g className="fill-none stroke-on-accent" strokeLinecap="round" strokeLinejoin="round" strokeWidth="2.6">
          <path d="M19 9h4l3.2 12.5" />
          <path d="M8 17.5h6.5l2 4.5h5l3-4" />
          <circle cx="10" cy="23.5" r="2.6" />
          <circle cx="26" cy="23.5" r="2.6" />
        </g>
      </svg>
      <span className="brand-name @max-[13rem]:sr-only">{BRAND_NAME}</span>
    </span>
  )
}

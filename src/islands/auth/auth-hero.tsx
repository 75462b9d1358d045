import { BRAND_SLOGAN } from '#domain/brand/brand.ts'
import { ScooterDrawing } from '#islands/ui/art/scooter-picture.tsx'
import { Brand } from '#islands/ui/chrome/brand.tsx'

/** A brand header on phones; the coloured half of the page from 1024 px. */
export function AuthHero() {
  return (
    <header className="auth-hero">
      <div className="wrapper flex h-16 items-center lg:h-auto lg:px-0">
        <Brand />
      </div>
      <p className="mt-auto hidden text-[2.5rem] font-bold leading-[1.12] tracking-[-.02em] text-balance lg:block">
        {BRAND_SLOGAN}
      </p>
      <div className="auth-road hidden lg:block">
        <ScooterDrawing className="mx-auto w-full max-w-[400px]" />
      </div>
    </header>
  )
}

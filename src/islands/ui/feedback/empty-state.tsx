import type { ReactNode } from 'react'
import type { IconName } from '#islands/ui/art/icon.tsx'
import { ScooterDrawing } from '#islands/ui/art/scooter-drawing.tsx'
import { CENTRED_CARD, RoundIcon } from './error-state.tsx'

interface EmptyStateProps {
  action: ReactNode
  text: string
  title: string
  /** What is missing, where that is no scooter. */
  icon?: IconName
}

/** As on the stage of a card: the drawing stands on something. */
function ScooterIllustration() {
  return (
    <div className="mb-3 grid w-60 justify-items-center border-b-3 border-line-strong">
      <ScooterDrawing className="-mb-[5px] w-[168px]" />
    </div>
  )
}

/** Nothing is there yet: says so, and what to do about it. */
export function EmptyState({ action, icon, text, title }: EmptyStateProps) {
  return (
    <section className={CENTRED_CARD}>
      {icon ? <RoundIcon colours="bg-sunken text-ink-2" icon={icon} /> : <ScooterIllustration />}
      <h2>{title}</h2>
      <p className="sub max-w-[36ch] text-balance">{text}</p>
      {action && <div className="mt-3.5">{action}</div>}
    </section>
  )
}

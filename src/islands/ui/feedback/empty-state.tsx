import type { ReactNode } from 'react'
import type { IconName } from '#islands/ui/art/icon.tsx'
import { ScooterDrawing } from '#islands/ui/art/pictures.tsx'
import { CENTRED_CARD, RoundIcon } from './states.tsx'

interface EmptyStateProps {
  action?: ReactNode
  text: string
  title: string
  /** Replaces the default scooter illustration. */
  icon?: IconName
}

/** Shown when a list is empty: what is missing, and what to do next. */
export function EmptyState({ action, icon, text, title }: EmptyStateProps) {
  return (
    <section className={CENTRED_CARD}>
      {icon ? (
        <RoundIcon colours="bg-sunken text-ink-2" icon={icon} />
      ) : (
        <div className="mb-3 grid w-60 max-w-full justify-items-center border-b-3 border-line-strong">
          <ScooterDrawing className="-mb-[5px] w-[168px]" />
        </div>
      )}
      <h2>{title}</h2>
      <p className="muted max-w-[36ch] text-balance">{text}</p>
      {action && <div className="mt-3.5">{action}</div>}
    </section>
  )
}

import type { ReactNode } from 'react'
import { checkConnection, tryAgain } from '#messages/common.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { ScooterDrawing } from './scooter-drawing.tsx'

const CENTRED = 'card grid justify-items-center gap-1.5 px-5 py-9 text-center'

interface EmptyStateProps {
  action: ReactNode
  text: string
  title: string
  drawing?: ReactNode
}

/** Nothing is there yet: says so, and what to do about it. */
export function EmptyState({ action, drawing, text, title }: EmptyStateProps) {
  return (
    <section className={CENTRED}>
      <div className="mb-2.5 w-[168px]">{drawing ?? <ScooterDrawing />}</div>
      <h2>{title}</h2>
      <p className="sub max-w-[36ch] text-balance">{text}</p>
      <div className="mt-3.5">{action}</div>
    </section>
  )
}

interface ErrorStateProps {
  title: string
  text?: string
  retry?: () => void
}

/** Takes the place of the failed part only. */
export function ErrorState({ retry, text = checkConnection, title }: ErrorStateProps) {
  return (
    <section className={CENTRED} role="alert">
      <span className="mb-2 grid size-14 place-items-center rounded-full bg-red-bg text-red-fg">
        <Icon name="no-signal" size="l" />
      </span>
      <h2>{title}</h2>
      <p className="sub max-w-[36ch] text-balance">{text}</p>
      {retry && (
        <div className="mt-3.5">
          <Button onClick={retry}>
            <Icon name="refresh" />
            {tryAgain}
          </Button>
        </div>
      )}
    </section>
  )
}

import type { ReactNode } from 'react'
import { checkConnection, tryAgain } from '#messages/common.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { ScooterDrawing } from './scooter-drawing.tsx'
import { useFocusHandedOn } from './use-focus-handed-on.ts'

const CENTRED = 'card grid justify-items-center gap-1.5 px-5 py-9 text-center'

interface EmptyStateProps {
  action: ReactNode
  text: string
  title: string
  /** What is missing, where that is no scooter. */
  icon?: IconName
}

function Orb({ colours, icon }: { colours: string; icon: IconName }) {
  return (
    <span className={`mb-2 grid size-14 place-items-center rounded-full ${colours}`}>
      <Icon name={icon} size="l" />
    </span>
  )
}

/** As on the stage of a card: the drawing stands on something. */
function OnItsGround() {
  return (
    <div className="mb-3 grid w-60 justify-items-center border-b-3 border-line-strong">
      <ScooterDrawing className="-mb-[5px] w-[168px]" />
    </div>
  )
}

/** Nothing is there yet: says so, and what to do about it. */
export function EmptyState({ action, icon, text, title }: EmptyStateProps) {
  return (
    <section className={CENTRED}>
      {icon ? <Orb colours="bg-sunken text-ink-2" icon={icon} /> : <OnItsGround />}
      <h2>{title}</h2>
      <p className="sub max-w-[36ch] text-balance">{text}</p>
      {action && <div className="mt-3.5">{action}</div>}
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
  const going = useFocusHandedOn<HTMLElement>()
  return (
    <section className={CENTRED} ref={going} role="alert">
      <Orb colours="bg-red-bg text-red-fg" icon="no-signal" />
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

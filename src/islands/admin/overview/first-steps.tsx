import type { ReactNode } from 'react'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { tabs, firstSteps as text } from '#messages/admin/dashboard.ts'
import { openTab } from '#stores/admin/dashboard.ts'
import { $areLocksSet, $firstSteps, copySignUpLink, tickLocks } from '#stores/admin/overview/first-steps.ts'

interface StepProps {
  children: ReactNode
  hint?: string
  isDone: boolean
  title: string
}

function Step({ children, hint, isDone, title }: StepProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <span className={isDone ? 'text-green-fg' : 'text-ink-2'}>
        <Icon name={isDone ? 'check-circle' : 'clock'} />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">
          {title}
          {isDone && <span className="sr-only">{`: ${text.done}`}</span>}
        </p>
        {hint && !isDone && <p className="caption">{hint}</p>}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  )
}

function OpenTab({ tab }: { tab: 'plans' | 'pricing' | 'properties' | 'scooters' }) {
  return (
    <Button kind="secondary" onClick={() => openTab(tab)} isSmall>
      {tabs[tab]}
    </Button>
  )
}

/** What a new portal needs, until its first paid ride. */
export function FirstSteps() {
  const done = useStore($firstSteps)
  const areLocksSet = useStore($areLocksSet)
  if (done === null) return null
  return (
    <section className="card">
      <h2 className="px-5 pt-5">{text.title}</h2>
      <p className="caption px-5 pb-2">{text.intro}</p>
      <ol className="divide-y divide-line">
        <Step isDone={done.properties} title={text.properties}>
          <OpenTab tab="properties" />
        </Step>
        <Step isDone={done.scooters} title={text.scooters}>
          <OpenTab tab="scooters" />
        </Step>
        <Step isDone={done.locks} title={text.locks}>
          <label className="checkbox-label">
            <input checked={areLocksSet} onChange={event => tickLocks(event.target.checked)} type="checkbox" />
            {text.locksSet}
          </label>
        </Step>
        <Step hint={text.pricesText} isDone={done.prices} title={text.prices}>
          <OpenTab tab="pricing" />
          <OpenTab tab="plans" />
        </Step>
        <Step hint={text.ridersText} isDone={done.riders} title={text.riders}>
          <Button kind="secondary" onClick={() => void copySignUpLink()} isSmall>
            {text.copyLink}
          </Button>
        </Step>
      </ol>
    </section>
  )
}

import { lazy, Suspense } from 'react'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $hasQuestion } from '#stores/my-bookings/cancel-question.ts'

/** What brings the question; most riders are never asked it. */
export const question = () => import('./cancel-question.tsx')

const GiveUpQuestion = lazy(() => question().then(module => ({ default: module.GiveUpQuestion })))

export function GiveUp({ now }: { now: Date }) {
  if (!useStore($hasQuestion)) return null
  return (
    <Suspense>
      <GiveUpQuestion now={now} />
    </Suspense>
  )
}

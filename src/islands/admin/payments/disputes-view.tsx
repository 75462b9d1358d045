import { ListPanel } from '#islands/admin/list/list-panel.tsx'
import { NothingToDo } from '#islands/admin/list/nothing-to-do.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Bone } from '#islands/ui/feedback/skeleton.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/disputes.ts'
import { decidedDisputes, openDisputes } from '#stores/admin/bookings/dispute-lists.ts'
import { DECIDED, OPEN } from './dispute-columns.tsx'

const DESK = 'https://dashboard.razorpay.com/'

function Guide() {
  return (
    <div className="grid justify-items-start gap-1">
      <p className="sub max-w-[72ch]">{text.about}</p>
      <a className="link inline-flex min-h-11 items-center" href={DESK} rel="noreferrer" target="_blank">
        {text.desk}
      </a>
    </div>
  )
}

/** What a bank has not decided; there is seldom any, so little is kept free for it. */
function Open() {
  const drawn = useStore(openDisputes.$drawn)
  const { page } = useStore(openDisputes.$wish)
  if (drawn === 'loading') return <Bone className="h-[74px] rounded-card" />
  if (typeof drawn === 'object' && drawn.rows.length === 0 && page === 1)
    return <NothingToDo title={text.noneOpen}>{text.noneOpenText}</NothingToDo>
  return (
    <>
      <Guide />
      <ListPanel
        caption={text.title}
        columns={OPEN}
        empty={{ text: text.noneOpenText, title: text.noneOpen }}
        idOf={({ dispute_id }) => dispute_id}
        listing={openDisputes}
        wordy
      />
    </>
  )
}

/** Folded, for nobody has to do anything about them; always there, so that nothing moves when they arrive. */
function Decided() {
  return (
    <details className="group grid min-w-0 gap-3">
      <summary className="inline-flex min-h-11 list-none items-center gap-2 rounded-control font-semibold [&::-webkit-details-marker]:hidden">
        {text.decided}
        <span className="text-ink-2 group-open:rotate-180">
          <Icon name="chevron-down" />
        </span>
      </summary>
      <ListPanel
        caption={text.decided}
        columns={DECIDED}
        empty={{ text: text.noneDecidedText, title: text.decided }}
        idOf={({ dispute_id }) => dispute_id}
        listing={decidedDisputes}
        wordy
      />
    </details>
  )
}

/** Payments that a rider's bank takes back: those that press first, what came of the others below. */
export function DisputesView() {
  return (
    <section className="grid min-w-0 gap-3">
      <h2>{text.title}</h2>
      <Open />
      <Decided />
    </section>
  )
}

import type { PaperOfScooter } from '#contract/catalogue/papers.ts'
import {
  PAPER_KINDS,
  PAPER_NUMBER_MAX_LENGTH,
  type PaperKind,
  paperUrgency,
  SCOOTER_KINDS
} from '#domain/catalogue/papers.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { PropertyText } from '#islands/admin/list/cells.tsx'
import { type Column, ListLink, ListPanel } from '#islands/admin/list/list-panel.tsx'
import { ListToolbar, usePropertyFilter } from '#islands/admin/list/list-toolbar.tsx'
import { SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useFormField } from '#islands/ui/hooks/use-store.tsx'
import { endText, KIND_NAMES, form as text, view } from '#messages/admin/catalogue/papers.ts'
import { views } from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import { PAPER_NAMES } from '#messages/papers.ts'
import { scooterCrud } from '#stores/admin/catalogue/scooters.ts'
import { papers } from '#stores/admin/dashboard-lists.ts'

/** The fields of the scooter's form. */
export function PaperFields() {
  return (
    <>
      <SelectField {...useFormField(scooterCrud, 'kind')} label={text.kind}>
        <option value="">{text.unknown}</option>
        {SCOOTER_KINDS.map(kind => (
          <option key={kind} value={kind}>
            {KIND_NAMES[kind]}
          </option>
        ))}
      </SelectField>
      <TextField
        {...useFormField(scooterCrud, 'registration_number')}
        autoCapitalize="characters"
        autoComplete="off"
        hint={text.registrationHint}
        label={text.registration}
        spellCheck={false}
      />
      {PAPER_KINDS.map(kind => (
        <PaperFieldset key={kind} kind={kind} />
      ))}
    </>
  )
}

function PaperFieldset({ kind }: { kind: PaperKind }) {
  const [number, until] = [useFormField(scooterCrud, `${kind}_number`), useFormField(scooterCrud, `${kind}_until`)]
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold">{PAPER_NAMES[kind]}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3">
        <TextField {...number} autoComplete="off" label={text.number} maxLength={PAPER_NUMBER_MAX_LENGTH} />
        <TextField {...until} label={text.validUntil} type="date" />
      </div>
    </fieldset>
  )
}

function EndBadge({ expiresOn, kind, now }: { expiresOn: string | null; kind: PaperKind; now: Date }) {
  if (expiresOn === null) return <span>{PAPER_NAMES[kind]}</span>
  const today = dayOf(now)
  return <StatusBadge label={endText(PAPER_NAMES[kind], expiresOn, today)} status={paperUrgency(expiresOn, today)} />
}

const COLUMNS: readonly Column<PaperOfScooter>[] = [
  {
    cell: ({ property_name, scooter_name }) => (
      <span className="font-semibold">
        <PropertyText location={property_name} name={scooter_name} />
      </span>
    ),
    heading: view.scooter,
    layout: 'main'
  },
  {
    cell: ({ registration_number }) => (
      <span className="numeric">
        <span className="caption stacked-only">{`${view.registration} `}</span>
        {registration_number ?? lists.noValue}
      </span>
    ),
    heading: view.registration
  },
  {
    cell: ({ expires_on, kind }, now) => <EndBadge expiresOn={expires_on} kind={kind} now={now} />,
    heading: view.ends
  },
  {
    cell: ({ number }) => (
      <span className="numeric wrap-anywhere">
        <span className="caption stacked-only">{`${view.number} `}</span>
        {number ?? lists.noValue}
      </span>
    ),
    heading: view.number
  }
]

/** The papers of all scooters, the first to end on top. */
export function PapersView() {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <h2>{views.papers}</h2>
        <p className="caption">{view.description}</p>
      </div>
      <ListToolbar filters={[usePropertyFilter()]} list={papers} sorts={{}} />
      <ListPanel
        actions={({ scooter_name }) => (
          <ListLink
            className="link"
            label={lists.actionOn(view.showScooter, scooter_name)}
            query={{ q: scooter_name }}
            tab="scooters"
          >
            {view.showScooter}
          </ListLink>
        )}
        caption={views.papers}
        columns={COLUMNS}
        empty={{ text: view.emptyText, title: view.empty }}
        getId={({ kind, scooter_id }) => `${scooter_id} ${kind}`}
        list={papers}
      />
    </section>
  )
}

export const PapersDashboard = dashboardWith({ papers: PapersView })

import type { Today, TodayRide } from '#contract/staff/today.ts'
import { dayOf, dayText, parseInstant } from '#domain/time/india-time.ts'
import { timeOrDateText, timeWithDay } from '#domain/time/time-texts.ts'
import { LoadedDialogs, useLazy } from '#islands/admin/lazy-dialogs.tsx'
import { RowButton } from '#islands/admin/list/cells.tsx'
import { MoreActions } from '#islands/admin/list/list-toolbar.tsx'
import { Needs } from '#islands/admin/overview/needs.tsx'
import { RiderContact } from '#islands/admin/riders/rider-contact.tsx'
import { LoadedAt, useMay } from '#islands/admin/shell.tsx'
import { ActionButton, PaidBackButton, ReturnedButton, staffDialogs } from '#islands/admin/staff/staff-actions.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { Disclosure } from '#islands/ui/controls/disclosure.tsx'
import { Options, Select } from '#islands/ui/controls/field.tsx'
import { EmptyState } from '#islands/ui/feedback/empty-state.tsx'
import { ErrorState, Loading, Note, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as todayText from '#messages/admin/today.ts'
import * as commonText from '#messages/common.ts'
import { $propertyNames } from '#stores/admin/catalogue/property-lists.ts'
import { $savingStatusIds, setScooterStatus } from '#stores/admin/catalogue/scooter-status.ts'
import { relativeRideText } from '#stores/admin/relative-times.ts'
import { $withoutNetwork } from '#stores/admin/staff/presses.ts'
import {
  $listedInNeeds,
  $today,
  $todayLoadedAt,
  dayPlan,
  type HourLine,
  isToday,
  openLicences,
  showDay,
  showProperty,
  today
} from '#stores/admin/staff/today.ts'
import { isLoaded } from '#stores/kit/requests.ts'
import { $role } from '#stores/session/me.ts'
import { Line, PinLine, ProblemLine, Section } from './lines.tsx'

// A phone may translate the page, so that every text that changes is alone in its element.

interface HourRowProps {
  day: string
  line: HourLine
}

/** The property of a row, where the day is that of several. */
function Place({ of: { property_name } }: { of: { property_name: string | null } }) {
  const day = useStore($today)
  if (!(isLoaded(day) && day.property_id === null && property_name)) return null
  return <p className="caption">{property_name}</p>
}

function RideFacts({ ride }: { ride: TodayRide }) {
  return (
    <>
      <Place of={ride} />
      <RiderContact property={ride.property_name ?? ''} ride={ride} />
    </>
  )
}

function AbsentButton({ ride }: { ride: TodayRide }) {
  const opening = useLazy(staffDialogs, ({ actions }) => actions.$openingAbsenceIds)
  return (
    <span className="max-md:-ml-[14px] max-md:basis-full">
      <ActionButton
        act={({ actions }) => actions.openAbsence(ride)}
        id={ride.id}
        isBusy={opening?.includes(ride.id)}
        kind="ghost"
        label={ridesText.absence.action}
        row={ride.scooter_name}
      />
    </span>
  )
}

/** A ride over midnight also has its day, where that is not the day of the page. */
function HourRow({ day, line: { at, event, ride, warnings } }: HourRowProps) {
  const isManager = useMay('manager')
  return (
    <Line
      action={
        <div className="flex flex-wrap gap-2 max-md:basis-full">
          {event === 'ends' && <ReturnedButton ride={ride} />}
          {/* Alone, its text begins where the other lines do. */}
          <span className="max-md:first:not-has-disabled:-ml-[14px]">
            <ActionButton
              act={({ actions }) => actions.openMove(ride)}
              id={ride.id}
              kind="ghost"
              label={todayText.labels.move}
              row={ride.scooter_name}
            />
          </span>
          {ride.may_be_absent && isManager && <AbsentButton ride={ride} />}
        </div>
      }
      title={todayText.hourLine(timeWithDay(at, day), todayText.labels[event], ride.scooter_name)}
    >
      <RideFacts ride={ride} />
      {warnings.length > 0 && (
        <p className="font-semibold text-red-fg">{warnings.map(each => todayText.WARNINGS[each]).join(' · ')}</p>
      )}
    </Line>
  )
}

function EndedRow({ ride }: { ride: TodayRide }) {
  const now = useRenderTime()
  const ended = todayText.ended(timeOrDateText(parseInstant(ride.end_time), now))
  return (
    <Line action={<ReturnedButton ride={ride} />} title={commonText.joinFacts(ride.scooter_name, ended)}>
      <RideFacts ride={ride} />
    </Line>
  )
}

function DoneRow({ ride }: { ride: TodayRide }) {
  const now = useRenderTime()
  return (
    <Line
      action={
        ride.return_photo_id && (
          <ActionButton
            act={({ actions }) => actions.openReturnPhoto(ride)}
            id={ride.id}
            kind="ghost"
            label={todayText.labels.photo}
            row={ride.scooter_name}
          />
        )
      }
      title={ride.scooter_name}
    >
      <p className="caption numeric">{commonText.joinFacts(ride.user_name, relativeRideText(ride, now))}</p>
      <Place of={ride} />
    </Line>
  )
}

function MaintenanceRow({ scooter }: { scooter: Today['maintenance'][number] }) {
  const isBusy = useStore($savingStatusIds).includes(scooter.id)
  const withoutNetwork = useStore($withoutNetwork)
  return (
    <Line
      action={
        <RowButton
          disabled={withoutNetwork}
          isBusy={isBusy}
          kind="secondary"
          label={catalogueText.scooters.setAvailable}
          onClick={() => void setScooterStatus(scooter, 'Available')}
          row={scooter.name}
        />
      }
      title={scooter.name}
    >
      <Place of={scooter} />
    </Line>
  )
}

function DaySections({ day }: { day: Today }) {
  const now = useRenderTime()
  const withoutNetwork = useStore($withoutNetwork)
  const { byHour, done, toCheck, ...plan } = dayPlan(day, now)
  const isNow = isToday(day.day, now)
  const listed = useStore($listedInNeeds)
  const isOpen = (id: string) => !(isNow && listed.has(id))
  const late = plan.late.filter(({ id }) => isOpen(id))
  const problems = day.problems.filter(({ id }) => isOpen(id))
  const pinChanges = day.pin_changes.filter(({ scooter_id }) => isOpen(scooter_id))
  const { maintenance } = day
  const deskRefunds = (isNow && day.desk_backs) || []
  const open = [late, problems, deskRefunds, toCheck, byHour, pinChanges, maintenance]
  return (
    <>
      {open.every(part => part.length === 0) && (
        <EmptyState
          icon="check-circle"
          text={todayText.labels.emptyText}
          title={isNow ? todayText.labels.empty : todayText.labels.emptyOther}
        />
      )}
      {/* On phones, at the end: the rides come first. */}
      {Boolean(day.licences) && (
        <div className="print:hidden max-md:order-1">
          <Button disabled={withoutNetwork} isSmall kind="secondary" onClick={openLicences}>
            {todayText.licencesToReview(day.licences ?? 0)}
          </Button>
        </div>
      )}
      <Section rows={late} title={todayText.labels.late}>
        {ride => <EndedRow key={ride.id} ride={ride} />}
      </Section>
      <Section rows={problems} title={dashboardText.views.problems}>
        {row => (
          <ProblemLine key={row.id} problem={row}>
            <Place of={row} />
          </ProblemLine>
        )}
      </Section>
      <Section rows={deskRefunds} title={todayText.labels.deskRefunds}>
        {due => (
          <Line
            action={<PaidBackButton due={due} />}
            key={due.id}
            title={deskText.payBack(due.amount, due.rider_name, due.pay)}
          >
            <Place of={due} />
          </Line>
        )}
      </Section>
      <Section rows={toCheck} title={todayText.labels.toCheck}>
        {ride => <EndedRow key={ride.id} ride={ride} />}
      </Section>
      <Section rows={byHour} title={todayText.labels.byHour}>
        {line => <HourRow day={day.day} key={line.ride.id} line={line} />}
      </Section>
      <Section rows={pinChanges} title={todayText.labels.pins}>
        {change => (
          <PinLine change={change} key={change.scooter_id}>
            <Place of={change} />
          </PinLine>
        )}
      </Section>
      <Section rows={maintenance} title={todayText.labels.maintenance}>
        {scooter => <MaintenanceRow key={scooter.id} scooter={scooter} />}
      </Section>
      {day.has_more && <Note kind="info">{todayText.labels.more}</Note>}
      {done.length > 0 && (
        <Disclosure label={todayText.doneCount(done.length)}>
          {() => (
            <ul className="card divide-y divide-line">
              {done.map(ride => (
                <DoneRow key={ride.id} ride={ride} />
              ))}
            </ul>
          )}
        </Disclosure>
      )}
    </>
  )
}

function DayBar({ day }: { day: Today }) {
  const properties = useStore($propertyNames)
  const { filters } = useStore(today.$query)
  const now = useRenderTime()
  const isNow = isToday(day.day, now)
  const withoutNetwork = useStore($withoutNetwork)
  const chosen = properties.find(({ id }) => id === filters.property_id)?.id ?? ''
  return (
    <div className="flex flex-wrap items-center gap-1 max-md:w-full md:gap-2 print:hidden">
      {properties.length > 1 && (
        <div className="min-w-0 flex-1 basis-22 md:max-w-64 md:basis-40">
          <Select
            aria-label={commonText.property}
            disabled={withoutNetwork}
            isSmall
            onChange={showProperty}
            value={chosen}
          >
            <option value="">{listsText.allProperties}</option>
            <Options of={properties.map(({ id, name }) => [id, name])} />
          </Select>
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand above the buttons */}
      <div aria-label={commonText.date} className="views max-md:*:px-2 max-md:*:text-[.9375rem]" role="group">
        <button aria-pressed={isNow} onClick={() => showDay('today')} type="button">
          {commonText.today}
        </button>
        <button
          aria-pressed={day.day > dayOf(now)}
          disabled={withoutNetwork}
          onClick={() => showDay('tomorrow')}
          type="button"
        >
          {listsText.tomorrow}
        </button>
      </div>
      <MoreActions>
        <Button kind="secondary" onClick={() => print()} isSmall>
          {todayText.labels.print}
        </Button>
      </MoreActions>
    </div>
  )
}

/** What is to do at the properties, as a caretaker goes round. It can be printed. */
export function TodayView() {
  const day = useStore($today)
  const isRefreshing = useStore(today.$isRefreshing)
  const isOwner = useMay('owner')
  // Unknown without a network, as are the properties.
  const isCaretaker = useStore($role) === 'caretaker'
  const withoutNetwork = useStore($withoutNetwork)
  const now = useRenderTime()
  const hasProperty = useStore($propertyNames).length > 0 || withoutNetwork
  return (
    <section aria-busy={isRefreshing} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-md:-mb-2 max-md:gap-y-0">
        <div>
          <h2 className="view-title">
            {isLoaded(day) ? commonText.joinFacts(dayText(day.day), day.property_name) : dashboardText.views.today}
          </h2>
          <LoadedAt of={$todayLoadedAt} />
        </div>
        {isLoaded(day) && hasProperty && <DayBar day={day} />}
      </div>
      {isCaretaker && isLoaded(day) && isToday(day.day, now) && <Needs />}
      {day === 'loading' && (
        <Loading label={todayText.labels.loading}>
          <SkeletonBlock className="h-40 rounded-card" />
          <SkeletonBlock className="h-64 rounded-card" />
        </Loading>
      )}
      {day === 'failed' && <ErrorState onRetry={today.retry} title={todayText.labels.failed} />}
      {isLoaded(day) && hasProperty && <DaySections day={day} />}
      {isLoaded(day) && !hasProperty && (
        <p className="muted">{isOwner ? catalogueText.properties.empty : todayText.noProperty}</p>
      )}
      <LoadedDialogs dialogs={staffDialogs} />
    </section>
  )
}

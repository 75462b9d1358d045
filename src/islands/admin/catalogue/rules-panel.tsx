import type { ReactNode } from 'react'
import { DAY_END } from '#domain/bookings/opening.ts'
import { NUMBER_RULES, type NumberRuleName, type RuleName } from '#domain/catalogue/property-rules.ts'
import { DAYS } from '#domain/constants.ts'
import { dateText, dayOf, type Weekday, weekdayName } from '#domain/time/india-time.ts'
import { CrudForm, DiscardDialog } from '#islands/admin/crud/crud-dialogs.tsx'
import { TimeOptions } from '#islands/admin/crud/crud-fields.tsx'
import { Panel } from '#islands/ui/chrome/panel.tsx'
import { Button, IconButton } from '#islands/ui/controls/button.tsx'
import { NumberField, Options, SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { ErrorState, Loading, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useFormField, useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as propertyRulesText from '#messages/admin/catalogue/property-rules.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import {
  $ruleHints,
  $rulesState,
  addClosedDate,
  addWeekdayHours,
  CLOSED,
  chooseWeekday,
  closedDatesOf,
  DEFAULT_SUPPORT_PHONE,
  loadRules,
  REGISTRATION_NAMES,
  rulesForm,
  weekdayHoursOf,
  weekdayHoursText
} from '#stores/admin/catalogue/property-rules.ts'

export function PropertyRulesPanel() {
  const row = useStore(rulesForm.$editedRow)
  const state = useStore($rulesState)
  return (
    <>
      {row && (
        <Panel key={row.id} onClose={rulesForm.close} title={propertyRulesText.rulesOf(row.name)}>
          {state === 'loaded' ? (
            <RulesForm />
          ) : (
            <div className="grid gap-4" tabIndex={-1}>
              {state === 'loading' && <RulesSkeleton />}
              {state === 'failed' && (
                <ErrorState onRetry={() => void loadRules()} title={propertyRulesText.loadFailed} />
              )}
            </div>
          )}
        </Panel>
      )}
      <DiscardDialog crud={rulesForm} />
    </>
  )
}

function RulesSkeleton() {
  return (
    <Loading label={propertyRulesText.loading}>
      <SkeletonBlock className="h-12" />
      {Object.keys(NUMBER_RULES).map(name => (
        <SkeletonBlock className="h-24" key={name} />
      ))}
    </Loading>
  )
}

function RulesForm() {
  return (
    <CrudForm crud={rulesForm} submit={commonText.save}>
      <p className="muted">{propertyRulesText.emptyIsDefault}</p>
      <div className="grid gap-6" ref={focusFirstField}>
        <RuleGroup title={propertyRulesText.cancellationGroup}>
          <NumberRuleField name="free_cancel_minutes" />
          <NumberRuleField name="grace_minutes" />
          <NumberRuleField name="late_cancel_percent" />
        </RuleGroup>
        <RuleGroup title={propertyRulesText.bookingsGroup}>
          <ChoiceField name="lead_minutes" names={propertyRulesText.LEAD_NAMES} />
          <NumberRuleField name="buffer_minutes" />
          <NumberRuleField name="max_days_ahead" />
          <NumberRuleField name="max_ride_hours" />
        </RuleGroup>
        <RuleGroup title={propertyRulesText.openingGroup}>
          <p className="muted">{formsText.ridesStay}</p>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4">
            <HourField name="opens_at" />
            <HourField name="closes_at" />
          </div>
          <HoursByWeekday />
          <ClosedDates />
        </RuleGroup>
        <RuleGroup title={propertyRulesText.pinsGroup}>
          <p className="muted">{propertyRulesText.alsoForExistingBookings}</p>
          <ChoiceField name="pin_mode" names={propertyRulesText.PIN_MODE_NAMES} />
          <NumberRuleField name="pin_lead_minutes" />
        </RuleGroup>
        <RuleGroup title={propertyRulesText.returnsGroup}>
          <p className="muted">{propertyRulesText.alsoForExistingBookings}</p>
          <ChoiceField name="return_mode" names={propertyRulesText.RETURN_MODE_NAMES} />
          <NumberRuleField name="report_refunds" />
        </RuleGroup>
        {Object.keys(REGISTRATION_NAMES).length > 0 && (
          <RuleGroup title={propertyRulesText.invoicesGroup}>
            <RegistrationField />
          </RuleGroup>
        )}
        <RuleGroup title={propertyRulesText.ridersGroup}>
          <TextField {...useRule('join_code')} autoCapitalize="characters" autoComplete="off" spellCheck={false} />
          <ChoiceField name="book_before_review" names={propertyRulesText.BEFORE_REVIEW_NAMES} />
        </RuleGroup>
        <RuleGroup title={propertyRulesText.supportGroup}>
          <TextField
            {...useRule('support_phone')}
            autoComplete="off"
            inputMode="tel"
            placeholder={DEFAULT_SUPPORT_PHONE}
          />
        </RuleGroup>
      </div>
    </CrudForm>
  )
}

/** The panel opened without fields, so the focus is still on its close button. */
function focusFirstField(fields: HTMLElement | null): void {
  const panel = fields?.closest('aside, dialog')
  if (panel?.contains(document.activeElement)) fields?.querySelector('input')?.focus()
}

function RuleGroup({ children, title }: { children: ReactNode; title: string }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="h3 mb-2">{title}</legend>
      {children}
    </fieldset>
  )
}

function NumberRuleField({ name }: { name: NumberRuleName }) {
  const { default: placeholder } = NUMBER_RULES[name]
  return (
    <NumberField
      {...useRule(name)}
      onLeave={() => rulesForm.normaliseNumber(name)}
      placeholder={placeholder === null ? propertyRulesText.pinLeadPlaceholder : String(placeholder)}
    />
  )
}

function ChoiceField({ name, names }: { name: RuleName; names: Readonly<Record<string, string>> }) {
  return (
    <SelectField {...useRule(name)}>
      <Options of={Object.entries(names)} />
    </SelectField>
  )
}

function RegistrationField() {
  const field = useRule('gst_registration')
  return (
    <SelectField {...field}>
      {field.value === '' && <option value="">{propertyRulesText.chooseRegistration}</option>}
      <Options of={Object.entries(REGISTRATION_NAMES)} />
    </SelectField>
  )
}

function HourField({ name }: { name: 'closes_at' | 'opens_at' }) {
  return (
    <SelectField {...useRule(name)}>
      <option value="">{propertyRulesText.allDay}</option>
      <TimeOptions />
      {name === 'closes_at' && <option value={DAY_END}>{propertyRulesText.midnight}</option>}
    </SelectField>
  )
}

/** The days whose hours are not the usual ones, and the hours of one more. */
function HoursByWeekday() {
  const { error, label, onChange, value } = useRule('weekday_hours')
  const typed = useFormField(rulesForm, 'new_weekday')
  const hours = weekdayHoursOf(value)
  return (
    <div className="grid gap-2">
      <p className="field-label">{label}</p>
      {value === '' && <p className="caption">{propertyRulesText.sameHours}</p>}
      <ul>
        {hours.map(([day, times]) => (
          <li className="flex items-center justify-between gap-2" key={day}>
            <span className="numeric">{propertyRulesText.weekdayHours(day, times)}</span>
            <IconButton
              icon="bin"
              label={propertyRulesText.removeWeekday(day)}
              onClick={() => onChange(weekdayHoursText(hours.filter(([each]) => each !== day)))}
            />
          </li>
        ))}
      </ul>
      <div className="grid gap-4">
        <SelectField
          {...typed}
          error={typed.error ?? error}
          label={propertyRulesText.newWeekday}
          onChange={day => chooseWeekday(day as Weekday)}
        >
          <option value="">{propertyRulesText.unknownWeekday}</option>
          <Options of={DAYS.map(day => [day, weekdayName(day)])} />
        </SelectField>
        {typed.value !== '' && <NewHours day={weekdayName(typed.value as Weekday)} />}
      </div>
    </div>
  )
}

function NewHours({ day }: { day: string }) {
  const opens = useFormField(rulesForm, 'new_opens_at')
  const closes = useFormField(rulesForm, 'new_closes_at')
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4">
        <SelectField {...opens} label={propertyRulesText.opensOn(day)}>
          <option value={CLOSED}>{propertyRulesText.closed}</option>
          <option value="">{propertyRulesText.allDay}</option>
          <TimeOptions />
        </SelectField>
        {opens.value !== CLOSED && opens.value !== '' && (
          <SelectField {...closes} label={propertyRulesText.closesOn(day)}>
            <option value="">{bookingText.chooseTime}</option>
            <TimeOptions />
            <option value={DAY_END}>{propertyRulesText.midnight}</option>
          </SelectField>
        )}
      </div>
      <Button kind="secondary" onClick={addWeekdayHours}>
        {propertyRulesText.addDate}
      </Button>
    </>
  )
}

function ClosedDates() {
  const { error, label, onChange, value } = useRule('closed_dates')
  const typed = useFormField(rulesForm, 'new_closed_date')
  const today = dayOf(useRenderTime())
  const days = closedDatesOf(value)
  return (
    <div className="grid gap-2">
      <p className="field-label">{label}</p>
      {days.length === 0 && <p className="caption">{propertyRulesText.noDates}</p>}
      <ul>
        {days.map(day => (
          <li className="flex items-center justify-between gap-2" key={day}>
            <span className="numeric">{dateText(day)}</span>
            <IconButton
              icon="bin"
              label={propertyRulesText.removeDate(day)}
              onClick={() => onChange(days.filter(each => each !== day).join(' '))}
            />
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
        <TextField {...typed} error={typed.error ?? error} label={propertyRulesText.newDate} min={today} type="date" />
        {/* As high as a label, so that the button stays beside the control if an error is below that. */}
        <div className="grid content-start gap-1.5">
          <span aria-hidden="true" className="field-label">
            {'\u00A0'}
          </span>
          <Button kind="secondary" onClick={addClosedDate}>
            {propertyRulesText.addDate}
          </Button>
        </div>
      </div>
    </div>
  )
}

function useRule(name: RuleName) {
  const field = useFormField(rulesForm, name)
  const { [name]: hint } = useStore($ruleHints)
  return {
    ...field,
    hint: field.error ? undefined : hint,
    hintLive: 'polite' as const,
    label: propertyRulesText.ruleLabels[name]
  }
}

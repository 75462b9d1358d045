import type { ReactNode } from 'react'
import type { PropertyForAdmin } from '#contract/catalogue/admin-properties.ts'
import { NUMBER_RULES, type NumberRuleName, PIN_MODES, type RuleName } from '#domain/catalogue/property-rules.ts'
import { DiscardDialog } from '#islands/admin/crud/crud-dialogs.tsx'
import { CrudForm } from '#islands/admin/crud/crud-tab.tsx'
import { Panel } from '#islands/ui/chrome/panel.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { NumberField, SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { ErrorState } from '#islands/ui/feedback/error-state.tsx'
import { Loading, SkeletonBlock } from '#islands/ui/feedback/skeleton.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import { properties } from '#messages/admin/catalogue/catalogue.ts'
import * as text from '#messages/admin/catalogue/property-rules.ts'
import * as lists from '#messages/admin/lists.ts'
import * as labels from '#messages/labels.ts'
import { openRules } from '#stores/admin/catalogue/properties.ts'
import {
  $ruleHints,
  $rulesState,
  DEFAULT_SUPPORT_PHONE,
  loadRules,
  rulesForm
} from '#stores/admin/catalogue/property-rules.ts'

const GROUPS = [
  [text.cancellation, ['free_cancel_minutes', 'grace_minutes', 'late_cancel_percent']],
  [text.bookings, ['buffer_minutes', 'max_days_ahead', 'max_ride_hours']]
] as const

function useRule(name: RuleName) {
  const field = useFormField(rulesForm, name)
  const { [name]: hint } = useStore($ruleHints)
  return { ...field, hint: field.error ? undefined : hint, hintLive: 'polite' as const, label: text.labels[name] }
}

function NumberRuleField({ name }: { name: NumberRuleName }) {
  const { default: placeholder } = NUMBER_RULES[name]
  return (
    <NumberField
      {...useRule(name)}
      onLeave={() => rulesForm.normaliseNumber(name)}
      placeholder={placeholder === null ? text.pinLeadPlaceholder : String(placeholder)}
    />
  )
}

function PinModeField() {
  return (
    <SelectField {...useRule('pin_mode')}>
      {PIN_MODES.map(mode => (
        <option key={mode} value={mode}>
          {text.PIN_MODE_NAMES[mode]}
        </option>
      ))}
    </SelectField>
  )
}

function SupportPhone() {
  return (
    <TextField {...useRule('support_phone')} autoComplete="off" inputMode="tel" placeholder={DEFAULT_SUPPORT_PHONE} />
  )
}

function RuleGroup({ children, title }: { children: ReactNode; title: string }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="h3 mb-2">{title}</legend>
      {children}
    </fieldset>
  )
}

/** The panel opened without fields, so the focus is still on its close button. */
function focusFirstField(fields: HTMLElement | null): void {
  const panel = fields?.closest('aside, dialog')
  if (panel?.contains(document.activeElement)) fields?.querySelector('input')?.focus()
}

function RulesForm() {
  return (
    <CrudForm crud={rulesForm} submit={labels.save}>
      <p className="muted">{text.emptyIsDefault}</p>
      <div className="grid gap-6" ref={focusFirstField}>
        {GROUPS.map(([title, names]) => (
          <RuleGroup key={title} title={title}>
            {names.map(name => (
              <NumberRuleField key={name} name={name} />
            ))}
          </RuleGroup>
        ))}
        <RuleGroup title={text.pins}>
          <p className="muted">{text.alsoForExistingBookings}</p>
          <PinModeField />
          <NumberRuleField name="pin_lead_minutes" />
        </RuleGroup>
        <RuleGroup title={text.support}>
          <SupportPhone />
        </RuleGroup>
      </div>
    </CrudForm>
  )
}

function RulesSkeleton() {
  return (
    <Loading label={text.loading}>
      <SkeletonBlock className="h-12" />
      {Object.keys(NUMBER_RULES).map(name => (
        <SkeletonBlock className="h-24" key={name} />
      ))}
    </Loading>
  )
}

/** The rules of one property, beside the list. */
export function PropertyRulesPanel() {
  const row = useStore(rulesForm.$editedRow)
  const state = useStore($rulesState)
  return (
    <>
      {row && (
        <Panel closeLabel={labels.close} key={row.id} onClose={rulesForm.close} title={text.title(row.name)}>
          {state === 'loaded' ? (
            <RulesForm />
          ) : (
            <div className="grid gap-4" tabIndex={-1}>
              {state === 'loading' && <RulesSkeleton />}
              {state === 'failed' && <ErrorState onRetry={() => void loadRules()} title={text.loadFailed} />}
            </div>
          )}
        </Panel>
      )}
      <DiscardDialog crud={rulesForm} />
    </>
  )
}

export function RulesButton({ property }: { property: PropertyForAdmin }) {
  return (
    <Button
      aria-label={lists.actionOn(properties.rules, property.name)}
      kind="ghost"
      onClick={() => openRules(property)}
      isSmall
    >
      {properties.rules}
    </Button>
  )
}

import { DEFAULT_TERMS } from '#domain/bookings/cancellation.ts'
import { DiscardDialog } from '#islands/admin/crud/crud-dialogs.tsx'
import { CrudForm } from '#islands/admin/crud/crud-form.tsx'
import { Panel } from '#islands/ui/chrome/panel.tsx'
import { NumberField } from '#islands/ui/controls/number-field.tsx'
import { ErrorState } from '#islands/ui/feedback/error-state.tsx'
import { SkeletonBlock } from '#islands/ui/feedback/skeleton-block.tsx'
import { useFormField } from '#islands/ui/hooks/use-form-field.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as portalForms from '#messages/admin/forms.ts'
import * as text from '#messages/admin/property-rules.ts'
import { $hints, $rulesState, loadRules, rules } from '#stores/admin/catalogue/property-rules.ts'
import { PinRuleFields } from './pin-rule-fields.tsx'

const TERMS = ['free_cancel_minutes', 'grace_minutes', 'late_cancel_percent'] as const

const LABELS = {
  free_cancel_minutes: text.freeCancelMinutes,
  grace_minutes: text.graceMinutes,
  late_cancel_percent: text.lateCancelPercent
} as const

function TermField({ term }: { term: (typeof TERMS)[number] }) {
  const field = useFormField(rules, term)
  const { [term]: hint } = useStore($hints)
  return (
    <NumberField
      {...field}
      hint={field.error ? undefined : hint}
      hintLive="polite"
      label={LABELS[term]}
      onLeave={() => rules.normaliseNumber(term)}
      placeholder={String(DEFAULT_TERMS[term])}
    />
  )
}

/** The panel opened without fields, so the focus is still on its close button. */
function focusFirstField(fields: HTMLElement | null): void {
  const panel = fields?.closest('aside, dialog')
  if (panel?.contains(document.activeElement)) fields?.querySelector('input')?.focus()
}

function RulesForm() {
  return (
    <CrudForm crud={rules} submit={portalForms.save}>
      <p className="muted">{text.emptyIsDefault}</p>
      <div className="grid gap-4" ref={focusFirstField}>
        {TERMS.map(term => (
          <TermField key={term} term={term} />
        ))}
        <PinRuleFields />
      </div>
    </CrudForm>
  )
}

function Loading() {
  return (
    <>
      <p className="sr-only" role="status">
        {text.loading}
      </p>
      <SkeletonBlock className="h-12" />
      {TERMS.map(term => (
        <SkeletonBlock className="h-24" key={term} />
      ))}
    </>
  )
}

/** The rules of one property, beside the list. */
export function PropertyRulesPanel() {
  const editing = useStore(rules.$editing)
  const state = useStore($rulesState)
  return (
    <>
      {editing?.mode === 'edit' && (
        <Panel
          closeLabel={portalForms.close}
          key={editing.row.id}
          onClose={rules.close}
          title={text.title(editing.row.name)}
        >
          {state === 'loaded' ? (
            <RulesForm />
          ) : (
            <div className="grid gap-4" tabIndex={-1}>
              {state === 'loading' && <Loading />}
              {state === 'failed' && <ErrorState retry={() => void loadRules()} title={text.loadFailed} />}
            </div>
          )}
        </Panel>
      )}
      <DiscardDialog crud={rules} />
    </>
  )
}

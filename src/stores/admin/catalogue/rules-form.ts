import { atom } from 'nanostores'
import type { PropertyForAdmin } from '#contract/catalogue/admin-properties.ts'
import { DEFAULT_PIN_MODE } from '#domain/property-rules.ts'
import { createCrudForm } from '#stores/admin/kit/crud-form.ts'

// The state of the panel with a property's rules. The rest is in property-rules.ts, which loads with the panel.

export interface RuleFields {
  [field: string]: string
  free_cancel_minutes: string
  grace_minutes: string
  late_cancel_percent: string
  pin_lead_minutes: string
  pin_mode: string
}

export const rulesForm = createCrudForm<PropertyForAdmin, RuleFields>({
  empty: () => ({
    free_cancel_minutes: '',
    grace_minutes: '',
    late_cancel_percent: '',
    pin_lead_minutes: '',
    pin_mode: DEFAULT_PIN_MODE
  })
})

/** Loading state of the panel's code. */
export const $isRulesPanelLoading = atom(false)
/** The panel stays mounted after its first use, because closing its question restores the focus. */
export const $isRulesPanelLoaded = atom(false)

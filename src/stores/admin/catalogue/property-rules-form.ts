import { atom } from 'nanostores'
import type { PropertyForAdmin } from '#contract/catalogue/admin-properties.ts'
import { DEFAULT_PIN_MODE, mapNumberRules, type RuleName } from '#domain/catalogue/property-rules.ts'
import { createCrudForm, type EditingRow } from '#stores/admin/crud/crud-form.ts'

// The state of the panel with a property's rules. The rest is in property-rules.ts, which loads with the panel.

export type RuleFields = Record<RuleName, string>

export const rulesForm = createCrudForm<PropertyForAdmin, RuleFields, EditingRow<PropertyForAdmin>>({
  empty: () => ({ ...mapNumberRules(() => ''), pin_mode: DEFAULT_PIN_MODE, support_phone: '' })
})

/** Loading state of the panel's code. */
export const $isRulesPanelLoading = atom(false)
/** The panel stays mounted after its first use, because closing its question restores the focus. */
export const $isRulesPanelLoaded = atom(false)

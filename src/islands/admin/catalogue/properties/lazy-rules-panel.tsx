import { lazy, Suspense } from 'react'
import type { PropertyForAdmin } from '#contract/catalogue/admin-properties.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { properties as text } from '#messages/admin/catalogue/catalogue.ts'
import { actionOn } from '#messages/admin/lists.ts'
import { openRules } from '#stores/admin/catalogue/properties.ts'
import { $isRulesPanelLoaded } from '#stores/admin/catalogue/property-rules-form.ts'

const loadPanel = () => import('./property-rules-panel.tsx')

const LazyPanel = lazy(() => loadPanel().then(module => ({ default: module.PropertyRulesPanel })))

/** Loads the panel when it is first needed. */
export function LazyRulesPanel() {
  if (!useStore($isRulesPanelLoaded)) return null
  return (
    <Suspense>
      <LazyPanel />
    </Suspense>
  )
}

export function RulesButton({ property }: { property: PropertyForAdmin }) {
  return (
    <Button
      aria-label={actionOn(text.rules, property.name)}
      kind="ghost"
      onClick={() => void openRules(property, loadPanel)}
      isSmall
    >
      {text.rules}
    </Button>
  )
}

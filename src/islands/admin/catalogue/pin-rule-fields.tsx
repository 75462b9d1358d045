import { PIN_MODES } from '#domain/property-rules.ts'
import { SelectField } from '#islands/ui/controls/field.tsx'
import { NumberField } from '#islands/ui/controls/number-field.tsx'
import { useFormField } from '#islands/ui/hooks/use-form-field.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/admin/property-rules.ts'
import { $hints, rules } from '#stores/admin/catalogue/property-rules.ts'

/** Whether the PINs of a property change, and when riders read them. */
export function PinRuleFields() {
  const lead = useFormField(rules, 'pin_lead_minutes')
  const hints = useStore($hints)
  return (
    <fieldset className="grid gap-4">
      <legend className="h3 mb-1">{text.pins}</legend>
      <p className="muted">{text.pinsApplyAtOnce}</p>
      <SelectField {...useFormField(rules, 'pin_mode')} hint={hints.pin_mode} label={text.pinMode}>
        {PIN_MODES.map(mode => (
          <option key={mode} value={mode}>
            {text.PIN_MODE_NAMES[mode]}
          </option>
        ))}
      </SelectField>
      <NumberField
        {...lead}
        hint={lead.error ? undefined : hints.pin_lead_minutes}
        hintLive="polite"
        label={text.pinLeadMinutes}
        onLeave={() => rules.normaliseNumber('pin_lead_minutes')}
        placeholder={text.pinLeadDefault}
      />
    </fieldset>
  )
}

import { PAPER_KINDS, PAPER_NUMBER_MAX_LENGTH, type PaperKind, SCOOTER_KINDS } from '#domain/catalogue/papers.ts'
import { SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { useFormField } from '#islands/ui/hooks/use-store.tsx'
import { KIND_NAMES, form as text } from '#messages/admin/catalogue/papers.ts'
import { PAPER_NAMES } from '#messages/papers.ts'
import { scooterCrud } from '#stores/admin/catalogue/scooters.ts'

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

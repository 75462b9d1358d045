import { useId } from 'react'
import { ALL_SLOTS } from '#domain/bookings/slots.ts'
import { parsePartialPin } from '#domain/catalogue/scooters.ts'
import { clockText } from '#domain/time/india-time.ts'
import { type PropertyOption, PropertyOptionList } from '#islands/ui/controls/account-fields.tsx'
import { FieldError, TextField, type TextFieldProps } from '#islands/ui/controls/field.tsx'
import { PhotoField, UploadProgress } from '#islands/ui/controls/photo-field.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as commonText from '#messages/common.ts'
import * as uploadsText from '#messages/uploads.ts'
import { $propertyOptions } from '#stores/admin/catalogue/property-lists.ts'

/** Restores the previous value and caret. If React restored it, the caret would move to the end. */
function restoreValue(input: HTMLInputElement, value: string): void {
  const caret = (input.selectionEnd ?? input.value.length) - (input.value.length - value.length)
  input.value = value
  input.setSelectionRange(caret, caret)
}

/** Accepts only digits of a PIN. Other input is discarded, and the error is announced during typing. */
export function PinField({ onChange, value, ...field }: Omit<TextFieldProps, 'errorLive'>) {
  return (
    <TextField
      {...field}
      errorLive="alert"
      onChange={(typed, input) => {
        if (input && parsePartialPin(typed) === null) restoreValue(input, value)
        onChange(typed)
      }}
      value={value}
    />
  )
}

interface CheckboxGroupProps {
  error: string | undefined
  label: string
  onToggle: (value: string) => void
  options: readonly { label: string; value: string }[]
  value: readonly string[]
}

/** Some of a few values, such as the days of a plan. */
export function CheckboxGroup({ error, label, onToggle, options, value: chosen }: CheckboxGroupProps) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error && errorId} className="grid gap-1.5">
      <legend className="field-label mb-1.5">{label}</legend>
      <div className="grid grid-cols-2 gap-x-3 gap-y-1">
        {options.map(option => (
          <label className="checkbox-label wrap-anywhere" key={option.value}>
            <input
              aria-invalid={error ? true : undefined}
              checked={chosen.includes(option.value)}
              onChange={() => onToggle(option.value)}
              type="checkbox"
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}

export function TimeOptions() {
  return ALL_SLOTS.map(slot => (
    <option key={slot} value={slot}>
      {clockText(slot)}
    </option>
  ))
}

interface RowWithProperty {
  property_id: string | null
  property_location?: string | null
  property_name: string | null
}

/** The edited row's property if the list lacks it. Without this option, saving would change the property. */
function optionOfRow({ property_id, property_location, property_name }: RowWithProperty): PropertyOption[] {
  if (property_id === null) return []
  return [{ id: property_id, location: property_location ?? '', name: property_name ?? property_id }]
}

export function PropertyOptions({ row }: { row: RowWithProperty | null }) {
  const properties: readonly PropertyOption[] = useStore($propertyOptions) ?? []
  const unlisted = row && !properties.some(({ id }) => id === row.property_id) ? optionOfRow(row) : []
  return <PropertyOptionList properties={[...unlisted, ...properties]} />
}

const PHOTO_LABELS = { remove: uploadsText.removeImage, replace: commonText.replace } as const

interface ImageFieldProps {
  error: string | undefined
  label: string
  name: string
  onChange: (image: File | null) => void
  value: File | null
  /** The URL of the saved picture. */
  current: string | null | undefined
  /** If false, no storage is available, and the field shows that before a picture is selected. */
  canUpload?: boolean
  /** Upload progress in percent, for pictures that upload separately from the form. */
  percent?: number | null
}

/** A picture input for a property or scooter: shows the saved picture and the selected replacement. */
export function ImageField(props: ImageFieldProps) {
  const { current, error, canUpload = true, label, name, onChange, percent = null, value } = props
  return (
    <div className="grid gap-2">
      <PhotoField
        buttonLabel={value ? value.name : current ? commonText.replace : uploadsText.chooseImage}
        progress={percent !== null && <UploadProgress label={uploadsText.uploadingImage} percent={percent} />}
        caption={canUpload ? uploadsText.imageCaption : uploadsText.uploadUnavailable}
        error={error}
        label={label}
        name={name}
        onChoose={onChange}
        onRemove={() => onChange(null)}
        photo={value}
        labels={PHOTO_LABELS}
      />
      {current && !value && (
        <img alt={uploadsText.currentImage} className="max-h-40 w-full rounded-control object-cover" src={current} />
      )}
    </div>
  )
}

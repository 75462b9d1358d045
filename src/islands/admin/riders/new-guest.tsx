import { useId } from 'react'
import { TERMS_VERSION } from '#domain/operator.ts'
import { EARLIEST_BIRTH } from '#domain/riders/fields.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { fileSize } from '#domain/uploads/photos.ts'
import { CrudForm } from '#islands/admin/crud/crud-dialogs.tsx'
import { Panel } from '#islands/ui/chrome/panel.tsx'
import { PropertyOptionList } from '#islands/ui/controls/account-fields.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { FieldError, SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { PhotoField } from '#islands/ui/controls/photo-field.tsx'
import { LinkedText } from '#islands/ui/feedback/linked-sentence.tsx'
import { useFormField, useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as guestsText from '#messages/admin/guests.ts'
import * as commonText from '#messages/common.ts'
import * as legalLinksText from '#messages/legal/legal-links.ts'
import * as uploadsText from '#messages/uploads.ts'
import { $propertyOptions } from '#stores/admin/catalogue/property-lists.ts'
import {
  $isAdding,
  $newGuest,
  $samePhone,
  addGuest,
  cancelNewGuest,
  chooseLicence,
  chooseRider,
  closeNewGuest,
  guestForm,
  licence,
  openNewGuest
} from '#stores/admin/riders/new-guest.ts'

const form = { ...guestForm, $isSaving: $isAdding, cancel: cancelNewGuest, save: () => addGuest() }

const PHOTO_LABELS = { remove: uploadsText.removePhoto, replace: commonText.replace }

function PropertyField() {
  const properties = useStore($propertyOptions) ?? []
  const property = useFormField(guestForm, 'property_id')
  // With one property there is nothing to choose.
  if (properties.length === 1 && property.value === properties[0]?.id) return null
  return (
    <SelectField {...property} label={commonText.property} required>
      <option value="">{guestsText.missing.property_id}</option>
      <PropertyOptionList properties={properties} />
    </SelectField>
  )
}

/** Who has the number, after the server has said so at the field of the phone. */
function SamePhone() {
  const guest = useStore($newGuest)
  const riders = useStore($samePhone)
  if (riders === null || guest === null) return null
  return (
    <div className="flex flex-wrap gap-2">
      {riders.map(rider => (
        <Button isSmall key={rider.id} kind="secondary" onClick={() => chooseRider(rider)}>
          <span className="min-w-0 truncate">{guest.chooseText(rider.name)}</span>
        </Button>
      ))}
      <Button isSmall kind="secondary" onClick={() => void addGuest(true)}>
        {guestsText.panel.somebodyElse}
      </Button>
    </div>
  )
}

function LicenceField() {
  const photo = useStore(licence.$photo)
  const issue = useStore(licence.$error)
  const { licence: error } = useStore(guestForm.$errors)
  return (
    <PhotoField
      buttonLabel={photo?.name ?? uploadsText.takeOrChoosePhoto}
      caption={photo ? fileSize(photo.size) : uploadsText.photoHint}
      error={issue ?? error}
      label={guestsText.panel.licence}
      labels={PHOTO_LABELS}
      name="licence"
      onChoose={chooseLicence}
      onRemove={licence.remove}
      photo={photo}
    />
  )
}

function TermsField() {
  const { error, name, onChange, value } = useFormField(guestForm, 'terms_version')
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label className="checkbox-label">
        <input
          aria-describedby={error && id}
          aria-invalid={error ? true : undefined}
          checked={value !== ''}
          name={name}
          onChange={({ target }) => onChange(target.checked ? TERMS_VERSION : '')}
          type="checkbox"
        />
        <span>
          <LinkedText parts={legalLinksText.agreedByGuest} />
        </span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}

function GuestFields() {
  const today = dayOf(useRenderTime())
  return (
    <>
      <TextField {...useFormField(guestForm, 'name')} autoComplete="off" label={guestsText.panel.name} required />
      <TextField
        {...useFormField(guestForm, 'phone')}
        autoComplete="off"
        label={guestsText.panel.phone}
        required
        type="tel"
      />
      <SamePhone />
      <TextField
        {...useFormField(guestForm, 'date_of_birth')}
        label={guestsText.panel.dateOfBirth}
        max={today}
        min={EARLIEST_BIRTH}
        required
        type="date"
      />
      <LicenceField />
      <TextField
        {...useFormField(guestForm, 'expires_on')}
        label={guestsText.panel.validUntil}
        min={today}
        required
        type="date"
      />
      <PropertyField />
      <TermsField />
    </>
  )
}

export const actions = { openNewGuest }

export function Dialogs() {
  if (useStore($newGuest) === null) return null
  return (
    <Panel onClose={closeNewGuest} title={guestsText.panel.open}>
      <CrudForm busyLabel={guestsText.panel.adding} crud={form} submit={guestsText.panel.add}>
        <GuestFields />
      </CrudForm>
    </Panel>
  )
}

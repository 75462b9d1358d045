import type { ReactNode } from 'react'
import { HAS_REMINDERS } from '#domain/backend.ts'
import { PROPERTY_FIELD_ID } from '#domain/routes.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { ContactField, JoinCodeField, PropertySelect } from '#islands/ui/controls/account-fields.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { Note } from '#islands/ui/feedback/states.tsx'
import { focusFromHash } from '#islands/ui/hooks/use-focus.ts'
import { useFormField, useNow, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as accountText from '#messages/account/account.ts'
import * as profileText from '#messages/account/profile.ts'
import * as commonText from '#messages/common.ts'
import { $properties, loadProperties } from '#stores/kit/property-list.ts'
import { isLoaded } from '#stores/kit/requests.ts'
import {
  $deletedProperty,
  $errorCount,
  $errors,
  $fields,
  $formError,
  $isNavigating,
  $isPropertyChanged,
  $isSaving,
  $needsJoinCode,
  type ProfileField,
  REMINDERS_ON,
  saveProfile,
  setField
} from '#stores/profile/profile-form.ts'
import {
  FIELD_GROUP_CLASS,
  FieldSkeleton,
  PERSONAL_FIELDS_CLASS,
  RemindersBox,
  SETTINGS_CLASS
} from './profile-layout.tsx'

const FORM = { $errorCount, $errors, $fields, setField }
const useProfileField = (field: ProfileField) => useFormField(FORM, field)

export function ProfileForm({ savedPropertyId }: { savedPropertyId: string }) {
  const formError = useStore($formError)
  return (
    <Form className={SETTINGS_CLASS} form={FORM} onSubmit={saveProfile}>
      <h2>{profileText.settings}</h2>
      <FormSection title={profileText.personal}>
        <PersonalFields />
      </FormSection>
      <FormSection title={profileText.propertyLocation}>
        <ProfilePropertyField savedPropertyId={savedPropertyId} />
      </FormSection>
      {HAS_REMINDERS && <RemindersField />}
      {formError && <Note kind="error">{formError}</Note>}
      <SaveButton />
    </Form>
  )
}

function FormSection({ children, title }: { children: ReactNode; title: string }) {
  return (
    <fieldset className={FIELD_GROUP_CLASS}>
      <legend className="mb-4">
        <h3>{title}</h3>
      </legend>
      {children}
    </fieldset>
  )
}

function PersonalFields() {
  const now = useNow(MINUTE_MS)
  return (
    <div className={PERSONAL_FIELDS_CLASS}>
      <TextField {...useProfileField('name')} autoComplete="name" label={accountText.fullName} required />
      <ContactField
        {...useProfileField('email')}
        autoCapitalize="none"
        autoComplete="email"
        label={accountText.email}
        required
        spellCheck={false}
        type="email"
      />
      <ContactField
        {...useProfileField('phone')}
        autoComplete="tel"
        label={accountText.phoneNumber}
        required
        type="tel"
      />
      <TextField
        {...useProfileField('date_of_birth')}
        autoComplete="bday"
        label={accountText.dateOfBirth}
        max={now ? dayOf(now) : undefined}
        required
        type="date"
      />
    </div>
  )
}

function SaveButton() {
  const isSaving = useStore($isSaving)
  const isNavigating = useStore($isNavigating)
  return (
    <Button
      isBusy={isSaving || isNavigating}
      busyLabel={isSaving ? commonText.saving : profileText.openingScooters}
      type="submit"
      isWide
    >
      {commonText.save}
    </Button>
  )
}

function ProfilePropertyField({ savedPropertyId }: { savedPropertyId: string }) {
  const properties = useStore($properties)
  const isPropertyChanged = useStore($isPropertyChanged)
  const deletedProperty = useStore($deletedProperty)
  const field = useProfileField('property_id')
  const code = useProfileField('join_code')
  const needsCode = useStore($needsJoinCode)
  if (properties === 'loading') return <FieldSkeleton width="w-16" />
  const warning = isPropertyChanged ? profileText.propertyChangeWarning : deletedProperty && commonText.propertyClosed
  const isListed = isLoaded(properties) && properties.some(({ id }) => id === savedPropertyId)
  return (
    <div id={PROPERTY_FIELD_ID} ref={focusFromHash}>
      <PropertySelect {...field} properties={properties} onRetry={() => void loadProperties()}>
        {savedPropertyId === '' && <option value="">{accountText.chooseProperty}</option>}
        {savedPropertyId !== '' && !isListed && (
          <option value={savedPropertyId}>
            {deletedProperty
              ? profileText.deletedPropertyOption(accountText.propertyOption(deletedProperty))
              : profileText.yourProperty}
          </option>
        )}
      </PropertySelect>
      {/* Rendered before the warning appears: screen readers announce only changes in an existing region. */}
      <div className="not-empty:mt-3" role="status">
        {warning && <Note kind="warning">{warning}</Note>}
      </div>
      {needsCode && (
        <div className="mt-4">
          <JoinCodeField {...code} />
        </div>
      )}
    </div>
  )
}

function RemindersField() {
  const { onChange, value } = useProfileField('reminders')
  return (
    <RemindersBox checked={value === REMINDERS_ON} onChange={isChecked => onChange(isChecked ? REMINDERS_ON : '')} />
  )
}

import { type ReactNode, type Ref, useId } from 'react'
import { HAS_REMINDERS, HAS_RIDER_FILES } from '#domain/backend.ts'
import { PROPERTY_FIELD_ID } from '#domain/routes.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { ContactField, JoinCodeField, PropertySelect } from '#islands/ui/controls/account-fields.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { Note, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { focusFromHash } from '#islands/ui/hooks/use-focus.ts'
import { useFormField, useNow, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as accountText from '#messages/account/account.ts'
import * as confirmEmailText from '#messages/account/confirm-email.ts'
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
  $isEmailConfirmed,
  $isNavigating,
  $isPropertyChanged,
  $isSaving,
  $isSendingLink,
  $needsJoinCode,
  $savedProfile,
  type ProfileField,
  REMINDERS_ON,
  saveProfile,
  sendLink,
  setField
} from '#stores/profile/profile-form.ts'

const FORM = { $errorCount, $errors, $fields, setField }
const useProfileField = (field: ProfileField) => useFormField(FORM, field)

export function ProfileForm({ savedPropertyId }: { savedPropertyId: string }) {
  const formError = useStore($formError)
  const reminders = useProfileField('reminders')
  return (
    <Form className={SETTINGS_CLASS} form={FORM} onSubmit={saveProfile}>
      <h2>{profileText.settings}</h2>
      <FormSection title={profileText.personal}>
        <PersonalFields />
      </FormSection>
      <FormSection title={profileText.propertyLocation}>
        <ProfilePropertyField savedPropertyId={savedPropertyId} />
      </FormSection>
      {HAS_REMINDERS && (
        <RemindersBox
          checked={reminders.value === REMINDERS_ON}
          onChange={isChecked => reminders.onChange(isChecked ? REMINDERS_ON : '')}
        />
      )}
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

/** Whether the saved email is confirmed. */
function EmailState({ typed }: { typed: string }) {
  const saved = useStore($savedProfile)
  const isConfirmed = useStore($isEmailConfirmed)
  const isSending = useStore($isSendingLink)
  if (isConfirmed === null || !isLoaded(saved)) return null
  if (typed !== saved.email) return <div className={EMAIL_STATE_CLASS} />
  return (
    <div className={EMAIL_STATE_CLASS}>
      <p className="caption">{isConfirmed ? confirmEmailText.isConfirmed : confirmEmailText.notConfirmed}</p>
      {!isConfirmed && (
        <Button
          busyLabel={commonText.sending}
          isBusy={isSending}
          isSmall
          kind="secondary"
          onClick={() => void sendLink()}
        >
          {confirmEmailText.sendLink}
        </Button>
      )}
    </div>
  )
}

function PersonalFields() {
  const now = useNow(MINUTE_MS)
  const email = useProfileField('email')
  return (
    <div className={PERSONAL_FIELDS_CLASS}>
      <TextField {...useProfileField('name')} autoComplete="name" label={accountText.fullName} required />
      <div>
        <ContactField
          {...email}
          autoCapitalize="none"
          autoComplete="email"
          label={accountText.email}
          required
          spellCheck={false}
          type="email"
        />
        <EmailState typed={email.value} />
      </div>
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

// Layout boxes shared by the loaded page and its skeleton.

const SETTINGS_CLASS = 'card grid grid-cols-[minmax(0,1fr)] gap-7 p-4 md:p-5'
const FIELD_GROUP_CLASS = 'min-w-0'
const EMAIL_STATE_CLASS = 'flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 pt-1.5'
const PERSONAL_FIELDS_CLASS = 'grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2'

/** The picture on the left, the property's details on the right. */
export function PropertyFrame({ children, picture }: { children: ReactNode; picture: ReactNode }) {
  return (
    <section className="card flex flex-wrap items-center gap-3 p-4 md:p-5">
      <div className="relative grid size-13 flex-none place-items-center overflow-hidden rounded-badge bg-picture text-accent-ink">
        {picture}
      </div>
      <div className="grid min-w-0 flex-[1_1_10rem] grid-cols-[minmax(0,1fr)]">
        <p className="caption">{profileText.currentProperty}</p>
        {children}
      </div>
    </section>
  )
}

export function LicenceFrame({ children, ...section }: { children: ReactNode; id?: string; ref?: Ref<HTMLElement> }) {
  return (
    <section {...section} className="card grid grid-cols-[minmax(0,1fr)] gap-3 p-4 md:p-5" tabIndex={-1}>
      <h2>{profileText.licence}</h2>
      {children}
    </section>
  )
}

/** Also the shape of the skeleton, because the text takes one or more lines. */
function RemindersBox({ checked, onChange }: { checked: boolean; onChange?: (isChecked: boolean) => void }) {
  const id = useId()
  return (
    <div className="flex gap-3">
      <input
        aria-describedby={`${id}-hint`}
        checked={checked}
        className="mt-0.5 size-5 flex-none accent-accent"
        id={id}
        onChange={event => onChange?.(event.target.checked)}
        type="checkbox"
      />
      <div className="min-w-0">
        <label className="block" htmlFor={id}>
          {profileText.reminders}
        </label>
        <p className="caption" id={`${id}-hint`}>
          {profileText.remindersHint}
        </p>
      </div>
    </div>
  )
}

const PERSONAL = ['w-20', 'w-12', 'w-28', 'w-24']

export function ProfileSkeleton() {
  return (
    <>
      <PropertySkeleton />
      {/* A rider from before licences were reviewed has no such card. */}
      {HAS_RIDER_FILES && (
        <LicenceFrame>
          <SkeletonBlock className="my-0.5 h-5 w-48 max-w-full" />
        </LicenceFrame>
      )}
      <section aria-busy="true" className={SETTINGS_CLASS}>
        <div className="flex items-baseline justify-between gap-3">
          <h2>{profileText.settings}</h2>
          <p className="caption" role="status">
            {profileText.loading}
          </p>
        </div>
        <div aria-hidden="true" className={FIELD_GROUP_CLASS}>
          <SkeletonBlock className="mb-4 h-[23px] w-44" />
          <div className={PERSONAL_FIELDS_CLASS}>
            {PERSONAL.map((width, index) => (
              <div key={width}>
                <FieldSkeleton width={width} />
                {index === 1 && HAS_REMINDERS && <div className={EMAIL_STATE_CLASS} />}
              </div>
            ))}
          </div>
        </div>
        <div aria-hidden="true" className={FIELD_GROUP_CLASS}>
          <SkeletonBlock className="mb-4 h-[23px] w-36" />
          <FieldSkeleton width="w-16" />
        </div>
        {HAS_REMINDERS && (
          <div aria-hidden="true" className="invisible">
            <RemindersBox checked={false} />
          </div>
        )}
        <SkeletonBlock className="h-12 rounded-control" />
      </section>
    </>
  )
}

export function PropertySkeleton() {
  return (
    <PropertyFrame picture={null}>
      <SkeletonBlock className="my-0.5 h-[19px] w-44 max-w-full" />
      <SkeletonBlock className="my-0.5 h-4 w-36 max-w-full" />
    </PropertyFrame>
  )
}

function FieldSkeleton({ width }: { width: string }) {
  return (
    <div className="grid gap-1.5">
      <SkeletonBlock className={`h-[21.75px] ${width}`} />
      <SkeletonBlock className="h-12 rounded-control" />
    </div>
  )
}

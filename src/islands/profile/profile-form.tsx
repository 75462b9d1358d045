import type { ReactNode, SyntheticEvent } from 'react'
import { dayOf } from '#domain/time/india-time.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { ContactField } from '#islands/ui/controls/contact-field.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useFocusFirstError } from '#islands/ui/hooks/use-focus.ts'
import { useNow } from '#islands/ui/hooks/use-now.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as label from '#messages/account/account-fields.ts'
import * as text from '#messages/account/profile.ts'
import * as labels from '#messages/labels.ts'
import { HAS_MESSAGES } from '#stores/kit/backend-features.ts'
import { $errorCount, $formError, $isNavigating, $isSaving, saveProfile } from '#stores/profile/profile-form.ts'
import { FIELD_GROUP_CLASS, PERSONAL_FIELDS_CLASS, SAVE_BAR_CLASS, SETTINGS_CLASS } from './profile-layout.tsx'
import { ProfilePropertyField } from './profile-property-field.tsx'
import { RemindersField } from './reminders-field.tsx'
import { useProfileField } from './use-profile-field.ts'

export function ProfileForm({ savedPropertyId }: { savedPropertyId: string }) {
  const formError = useStore($formError)
  const form = useFocusFirstError(useStore($errorCount))

  function send(event: SyntheticEvent) {
    event.preventDefault()
    void saveProfile()
  }

  return (
    <form className={SETTINGS_CLASS} noValidate onSubmit={send} ref={form}>
      <h2>{text.settings}</h2>
      <FormSection title={text.personal}>
        <PersonalFields />
      </FormSection>
      <FormSection title={text.propertyLocation}>
        <ProfilePropertyField savedPropertyId={savedPropertyId} />
      </FormSection>
      {HAS_MESSAGES && <RemindersField />}
      {formError && <Note kind="error">{formError}</Note>}
      <div className={SAVE_BAR_CLASS}>
        <SaveButton />
      </div>
    </form>
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
      <TextField {...useProfileField('name')} autoComplete="name" label={label.fullName} required />
      <ContactField
        {...useProfileField('email')}
        autoCapitalize="none"
        autoComplete="email"
        label={label.email}
        required
        spellCheck={false}
        type="email"
      />
      <ContactField {...useProfileField('phone')} autoComplete="tel" label={label.phoneNumber} required type="tel" />
      <TextField
        {...useProfileField('date_of_birth')}
        autoComplete="bday"
        label={label.dateOfBirth}
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
      busyLabel={isSaving ? labels.saving : text.openingScooters}
      type="submit"
      isWide
    >
      {labels.save}
    </Button>
  )
}

import { EARLIEST_BIRTH } from '#domain/riders/fields.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { fileSize } from '#domain/uploads/photos.ts'
import { ContactField } from '#islands/ui/controls/contact-field.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { NewPasswordField } from '#islands/ui/controls/password-field.tsx'
import { PhotoField, UploadProgress } from '#islands/ui/controls/photo-field.tsx'
import { JoinCodeField, PropertySelect } from '#islands/ui/controls/property-select.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import { useNow } from '#islands/ui/hooks/use-time.ts'
import * as account from '#messages/account/account.ts'
import * as text from '#messages/account/auth.ts'
import * as labels from '#messages/labels.ts'
import * as uploads from '#messages/uploads.ts'
import type { AuthField } from '#stores/auth/auth-form.ts'
import * as authForm from '#stores/auth/auth-form.ts'
import {
  $needsJoinCode,
  $photo,
  $uploadPercent,
  checkField,
  choosePhoto,
  IS_LICENCE_PRIVATE,
  removePhoto,
  setSignUpField,
  submitSignUp
} from '#stores/auth/sign-up.ts'
import { $properties, loadProperties } from '#stores/kit/property-list.ts'
import { AuthForm } from './auth-form.tsx'

const form = { ...authForm, setField: setSignUpField }

/** The props that connect a control to its form field. */
const useSignUpField = (field: AuthField) => useFormField(form, field)

function DateOfBirthField() {
  const now = useNow(MINUTE_MS)
  return (
    <TextField
      {...useSignUpField('date_of_birth')}
      autoComplete="bday"
      label={account.dateOfBirth}
      max={now ? dayOf(now) : undefined}
      min={EARLIEST_BIRTH}
      onLeave={() => checkField('date_of_birth')}
      type="date"
    />
  )
}

export function SignUpForm() {
  const code = useSignUpField('join_code')
  const needsCode = useStore($needsJoinCode)
  return (
    <AuthForm
      form={form}
      submitLabel={text.createAccount}
      busyLabel={text.creatingAccount}
      onSubmit={() => submitSignUp()}
    >
      <TextField {...useSignUpField('name')} autoComplete="name" label={account.fullName} />
      <ContactField
        {...useSignUpField('email')}
        autoCapitalize="none"
        autoComplete="email"
        label={account.email}
        placeholder={account.emailPlaceholder}
        spellCheck={false}
        type="email"
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <ContactField {...useSignUpField('phone')} autoComplete="tel" label={account.phoneNumber} type="tel" />
        <DateOfBirthField />
      </div>
      <PropertySelect
        {...useSignUpField('property_id')}
        properties={useStore($properties)}
        onRetry={() => void loadProperties()}
      >
        <option value="">{account.chooseProperty}</option>
      </PropertySelect>
      {needsCode && <JoinCodeField {...code} />}
      <NewPasswordField {...useSignUpField('password')} label={account.password} />
      <LicencePhotoField />
    </AuthForm>
  )
}

const LABELS = { remove: uploads.removePhoto, replace: labels.replace } as const

function LicencePhotoField() {
  const { licence_photo: error } = useStore(form.$errors)
  const photo = useStore($photo)
  const percent = useStore($uploadPercent)
  return (
    <div className="grid gap-1.5">
      <PhotoField
        buttonLabel={photo?.name ?? uploads.takeOrChoosePhoto}
        progress={percent !== null && <UploadProgress label={uploads.uploadingPhoto} percent={percent} />}
        caption={photo ? fileSize(photo.size) : uploads.photoHint}
        error={error}
        label={text.licencePhoto}
        name="licence_photo"
        onChoose={choosePhoto}
        onRemove={removePhoto}
        photo={photo}
        labels={LABELS}
      />
      {IS_LICENCE_PRIVATE && <p className="caption">{text.licencePrivacy}</p>}
    </div>
  )
}

import { dayOf } from '#domain/time/india-time.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { ContactField } from '#islands/ui/controls/contact-field.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { PasswordRules } from '#islands/ui/controls/password-rules.tsx'
import { useNow } from '#islands/ui/hooks/use-now.ts'
import * as fieldsText from '#messages/account/account-fields.ts'
import * as text from '#messages/account/auth.ts'
import { checkField, submitSignUp } from '#stores/auth/sign-up.ts'
import { AuthPasswordField, useAuthField } from './auth-fields.tsx'
import { AuthForm } from './auth-form.tsx'
import { LicencePhotoField } from './licence-photo-field.tsx'
import { SignUpPropertyField } from './sign-up-property-field.tsx'

function DateOfBirthField() {
  const now = useNow(MINUTE_MS)
  return (
    <TextField
      {...useAuthField('date_of_birth')}
      autoComplete="bday"
      label={fieldsText.dateOfBirth}
      max={now ? dayOf(now) : undefined}
      onBlur={() => checkField('date_of_birth')}
      type="date"
    />
  )
}

function NewPasswordField() {
  return (
    <div className="grid gap-2">
      <AuthPasswordField autoComplete="new-password" />
      <PasswordRules password={useAuthField('password').value} />
    </div>
  )
}

export function SignUpForm() {
  return (
    <AuthForm isLong submitLabel={text.createAccount} busyLabel={text.creatingAccount} onSubmit={() => submitSignUp()}>
      <TextField {...useAuthField('name')} autoComplete="name" label={fieldsText.fullName} />
      <ContactField
        {...useAuthField('email')}
        autoCapitalize="none"
        autoComplete="email"
        label={fieldsText.email}
        placeholder={fieldsText.emailPlaceholder}
        spellCheck={false}
        type="email"
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <ContactField {...useAuthField('phone')} autoComplete="tel" label={fieldsText.phoneNumber} type="tel" />
        <DateOfBirthField />
      </div>
      <SignUpPropertyField />
      <NewPasswordField />
      <LicencePhotoField />
    </AuthForm>
  )
}

import { HAS_OPERATOR_PAGES } from '#domain/backend.ts'
import { EARLIEST_BIRTH } from '#domain/riders/fields.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { ContactField, JoinCodeField, PropertySelect } from '#islands/ui/controls/account-fields.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { NewPasswordField } from '#islands/ui/controls/password-field.tsx'
import { LicencePhotoField } from '#islands/ui/controls/photo-field.tsx'
import { LinkedSentence } from '#islands/ui/feedback/linked-sentence.tsx'
import { useFormField, useNow, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as legalLinksText from '#messages/legal/legal-links.ts'
import type { AuthField } from '#stores/auth/auth-form.ts'
import * as authForm from '#stores/auth/auth-form.ts'
import * as signUp from '#stores/auth/sign-up.ts'
import { $properties, loadProperties } from '#stores/kit/property-list.ts'
import { AuthForm } from './auth-form.tsx'

const form = { ...authForm, ...signUp, setField: signUp.setSignUpField }

/** The props that connect a control to its form field. */
const useSignUpField = (field: AuthField) => useFormField(form, field)

function DateOfBirthField() {
  const now = useNow(MINUTE_MS)
  return (
    <TextField
      {...useSignUpField('date_of_birth')}
      autoComplete="bday"
      label={accountText.dateOfBirth}
      max={now ? dayOf(now) : undefined}
      min={EARLIEST_BIRTH}
      onLeave={() => form.checkField('date_of_birth')}
      type="date"
    />
  )
}

export function SignUpForm() {
  const code = useSignUpField('join_code')
  const needsCode = useStore(form.$needsJoinCode)
  return (
    <AuthForm
      form={form}
      submitLabel={authText.createAccount}
      busyLabel={authText.creatingAccount}
      onSubmit={() => form.submitSignUp()}
    >
      <TextField {...useSignUpField('name')} autoComplete="name" label={accountText.fullName} />
      <ContactField
        {...useSignUpField('email')}
        autoCapitalize="none"
        autoComplete="email"
        label={accountText.email}
        placeholder={accountText.emailPlaceholder}
        spellCheck={false}
        type="email"
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <ContactField {...useSignUpField('phone')} autoComplete="tel" label={accountText.phoneNumber} type="tel" />
        <DateOfBirthField />
      </div>
      <PropertySelect
        {...useSignUpField('property_id')}
        properties={useStore($properties)}
        onRetry={() => void loadProperties()}
      >
        <option value="">{accountText.chooseProperty}</option>
      </PropertySelect>
      {needsCode && <JoinCodeField {...code} />}
      <NewPasswordField {...useSignUpField('password')} label={accountText.password} />
      <LicencePhotoField form={form} />
      {HAS_OPERATOR_PAGES && <LinkedSentence parts={legalLinksText.agreedBySignUp} />}
    </AuthForm>
  )
}

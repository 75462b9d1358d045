import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Property } from '#contract/catalogue/catalogue.ts'
import { isImplausibleEmail, isImplausiblePhone } from '#domain/riders/contact.ts'
import * as accountText from '#messages/account/account.ts'
import * as appShellText from '#messages/app-shell.ts'
import * as commonText from '#messages/common.ts'
import { isLoaded, type Loadable } from '#stores/kit/requests.ts'
import { Options, SelectField, TextField, type TextFieldProps } from './field.tsx'

const CHECKS = {
  email: [isImplausibleEmail, accountText.checkEmail],
  tel: [isImplausiblePhone, accountText.checkPhone]
} as const

interface ContactFieldProps extends Omit<TextFieldProps, 'hint' | 'hintLive' | 'onLeave' | 'type'> {
  type: keyof typeof CHECKS
}

/**
 * Shows a hint if the value is probably mistyped; it can be submitted anyway. The hint appears on leaving, or at once
 * for the initial value, and disappears when the value is plausible.
 */
export function ContactField({ onChange, ...field }: ContactFieldProps) {
  const [isInvalid, hint] = CHECKS[field.type]
  const [isHintShown, setHintShown] = useState(isInvalid(field.value))
  return (
    <TextField
      {...field}
      hint={isHintShown && !field.error && hint}
      hintLive="polite"
      onLeave={() => setHintShown(isInvalid(field.value))}
      onChange={value => {
        if (!isInvalid(value)) setHintShown(false)
        onChange(value)
      }}
    />
  )
}

export interface PropertyOption {
  id: string
  location?: string
  name: string
}

export function PropertyOptionList({ properties }: { properties: readonly PropertyOption[] }) {
  return <Options of={properties.map(property => [property.id, accountText.propertyOption(property)])} />
}

type JoinCodeProps = Pick<ComponentProps<typeof TextField>, 'error' | 'name' | 'onChange' | 'value'>

/** Shown below the property, if it has a code. */
export function JoinCodeField(field: JoinCodeProps) {
  return (
    <TextField
      {...field}
      autoCapitalize="characters"
      autoComplete="off"
      hint={field.error ? undefined : accountText.joinCodeHint}
      label={accountText.joinCode}
      spellCheck={false}
    />
  )
}

interface PropertySelectProps {
  error: string | undefined
  name: string
  onChange: (propertyId: string) => void
  properties: Loadable<readonly Property[]>
  onRetry: () => void
  value: string
  /** Options before the list: the placeholder, or a property that is not listed. */
  children: ReactNode
}

function PropertiesNotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {accountText.propertiesLoadFailed}
      <button className="link" onClick={onRetry} type="button">
        {appShellText.tryAgain}
      </button>
    </span>
  )
}

export function PropertySelect({ children, properties, onRetry, ...field }: PropertySelectProps) {
  const hasNone = isLoaded(properties) && properties.length === 0
  const hint = properties === 'failed' ? <PropertiesNotLoaded onRetry={onRetry} /> : hasNone && accountText.noProperties
  return (
    <SelectField {...field} hint={hint} label={commonText.property}>
      {children}
      <PropertyOptionList properties={isLoaded(properties) ? properties : []} />
    </SelectField>
  )
}

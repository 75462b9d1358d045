import { fieldMissing } from '#messages/account/account-fields.ts'

type Field = keyof typeof fieldMissing

/**
 * The texts of the empty fields, for a sign-in. Its page loads without the contract's schemas, to be small. The server
 * also refuses a body with an empty field.
 */
export function missingFields(fields: { readonly [Name in Field]?: string }): { [Name in Field]?: string } {
  return Object.fromEntries(Object.entries(fieldMissing).filter(([field]) => fields[field as Field] === ''))
}

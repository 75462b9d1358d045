import { PASSWORD_MIN_LENGTH } from '#domain/constants.ts'
import { PASSWORD_REQUIREMENTS, type PasswordRequirement } from '#domain/riders/password.ts'

// The password field and the rules for a new password.

export const password = 'Password'
export const showPassword = 'Show password'
export const hidePassword = 'Hide password'

export const passwordRequirement: Record<PasswordRequirement, string> = {
  length: `At least ${PASSWORD_MIN_LENGTH} characters`,
  lowercase: 'One lowercase letter',
  number: 'One number',
  special: 'One special character',
  uppercase: 'One uppercase letter'
}

/** Lists the missing requirements in a fixed order. */
export function passwordMustContain(missing: readonly PasswordRequirement[]): string {
  const wordings = PASSWORD_REQUIREMENTS.filter(one => missing.includes(one)).map(one => passwordRequirement[one])
  return `Password must contain: ${wordings.join(', ')}`
}

/** Read by screen readers after a requirement that is met. */
export const requirementMetSuffix = '(met)'

export const passwordTooLong = 'Password is too long'

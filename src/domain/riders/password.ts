import { PASSWORD_MIN_LENGTH } from '#domain/constants.ts'

/** The five password requirements, in display order; `messages/account/account.ts` has their texts. */
const PASSWORD_TESTS = {
  length: (password: string) => password.length >= PASSWORD_MIN_LENGTH,
  uppercase: (password: string) => /[A-Z]/.test(password),
  lowercase: (password: string) => /[a-z]/.test(password),
  number: (password: string) => /[0-9]/.test(password),
  special: (password: string) => /[!@#$%^&*(),.?":{}|<>]/.test(password)
} as const

export type PasswordRequirement = keyof typeof PASSWORD_TESTS
export const PASSWORD_REQUIREMENTS = Object.keys(PASSWORD_TESTS) as PasswordRequirement[]

/** Returns the requirements that are not met, in display order; empty for a valid password. */
export function missingRequirements(password: string): PasswordRequirement[] {
  return PASSWORD_REQUIREMENTS.filter(requirement => !PASSWORD_TESTS[requirement](password))
}

/** The roles of the people who run the properties, lowest first. Each may do what the ones before it may. */
export const ROLES = ['caretaker', 'manager', 'owner'] as const
export type Role = (typeof ROLES)[number]

export function mayActAs(role: Role, lowest: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(lowest)
}

import { HAS_PARTIAL_UPDATES } from '#stores/kit/backend-features.ts'

/** The fields that differ from the saved ones. */
export function onlyChanged<Body extends object>(body: Body, changed: readonly string[]): Partial<Body> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => changed.includes(name))) as Partial<Body>
}

/**
 * The fields to send for an edited row. Our own backend keeps omitted fields, so that two admins don't overwrite each
 * other's changes. An external backend may require all fields.
 */
export function toPartialUpdate<Body extends object>(body: Body, changed: readonly string[]): Partial<Body> {
  return HAS_PARTIAL_UPDATES ? onlyChanged(body, changed) : body
}

import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { getMe, type Me } from '#contract/staff/me.ts'
import type { Role } from '#domain/admin/roles.ts'
import type { PortalAccess } from '#domain/admin/screens.ts'
import { HAS_STAFF, IS_BACKEND_EMBEDDED } from '#domain/backend.ts'
import { type Loadable, latestOnly, loadLatest } from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'

// Who uses the portal. An external backend knows no roles, so its admins may do everything that it has.

/** Null with an external backend. */
export const $me = atom<Loadable<Me> | null>(HAS_STAFF ? 'loading' : null)

/** Null until it is known. */
export const $role = computed($me, (me): Role | null => {
  if (me === null) return 'owner'
  return typeof me === 'object' ? me.role : null
})

export const $access = computed($role, (role): PortalAccess | null => role && { isEmbedded: IS_BACKEND_EMBEDDED, role })

const beginRequest = latestOnly()

export async function loadMe(): Promise<void> {
  if (HAS_STAFF) await loadLatest($me, beginRequest(), call(getMe))
}

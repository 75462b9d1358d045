import type { Role } from '#domain/admin/roles.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $role, mayAct } from '#stores/admin/me.ts'

/** Whether the visitor has at least this role. */
export const useMay = (lowest: Role): boolean => mayAct(useStore($role), lowest)

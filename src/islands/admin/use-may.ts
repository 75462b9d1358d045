import { mayActAs, type Role } from '#domain/admin/roles.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $role } from '#stores/session/me.ts'

/** Whether the visitor has at least this role. */
export function useMay(lowest: Role): boolean {
  const role = useStore($role)
  return role !== null && mayActAs(role, lowest)
}

import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { ProblemsView } from '#islands/admin/problems/problems-view.tsx'

export const ProblemsPage = dashboardWith('problems', ProblemsView)

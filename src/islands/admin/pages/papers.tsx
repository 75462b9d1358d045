import { PapersView } from '#islands/admin/catalogue/papers-view.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'

export const PapersPage = dashboardWith('papers', PapersView)

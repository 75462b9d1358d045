import { StickersView } from '#islands/admin/catalogue/stickers-view.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'

export const StickersPage = dashboardWith('stickers', StickersView)

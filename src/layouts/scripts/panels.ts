import { namePanels } from '#islands/admin/dashboard.tsx'
import { lazyComponent } from '#islands/ui/feedback/load-boundary.tsx'

// The panels of the portal, which load when they are first opened.

namePanels({
  overview: lazyComponent(() => import('#islands/admin/overview/overview.tsx'), 'Overview'),
  today: lazyComponent(() => import('#islands/admin/staff/today-view.tsx'), 'TodayView'),
  reports: lazyComponent(() => import('#islands/admin/overview/reports-view.tsx'), 'ReportsView'),
  team: lazyComponent(() => import('#islands/admin/staff/team-view.tsx'), 'TeamView'),
  books: lazyComponent(() => import('#islands/admin/overview/books-view.tsx'), 'BooksView'),
  activity: lazyComponent(() => import('#islands/admin/overview/activity-view.tsx'), 'ActivityView'),
  status: lazyComponent(() => import('#islands/admin/overview/status-view.tsx'), 'StatusView'),
  properties: lazyComponent(() => import('#islands/admin/catalogue/properties-tab.tsx'), 'PropertiesTab'),
  scooters: lazyComponent(() => import('#islands/admin/catalogue/scooters-tab.tsx'), 'ScootersTab'),
  pins: lazyComponent(() => import('#islands/admin/catalogue/pins-view.tsx'), 'PinsView'),
  problems: lazyComponent(() => import('#islands/admin/problems/problems-view.tsx'), 'ProblemsView'),
  papers: lazyComponent(() => import('#islands/admin/catalogue/papers-view.tsx'), 'PapersView'),
  stickers: lazyComponent(() => import('#islands/admin/catalogue/stickers-view.tsx'), 'StickersView'),
  pricing: lazyComponent(() => import('#islands/admin/catalogue/pricing-tab.tsx'), 'PricingTab'),
  plans: lazyComponent(() => import('#islands/admin/catalogue/plans-tab.tsx'), 'PlansTab'),
  users: lazyComponent(() => import('#islands/admin/riders/riders-tab.tsx'), 'RidersTab'),
  licences: lazyComponent(() => import('#islands/admin/riders/licences-view.tsx'), 'LicencesView'),
  bookings: lazyComponent(() => import('#islands/admin/bookings/bookings-tab.tsx'), 'BookingsTab'),
  payments: lazyComponent(() => import('#islands/admin/payments/payments-view.tsx'), 'PaymentsView')
})

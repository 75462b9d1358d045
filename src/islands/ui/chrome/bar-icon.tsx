import { SvgIcon } from '#islands/ui/art/icon.tsx'

// Icons of the bars, which are server-rendered, and of the portal. Kept apart so that riders' islands don't bundle
// them.
const ICON_PATHS = {
  logout: 'M8 3.5H4.5A1.5 1.5 0 0 0 3 5v10a1.5 1.5 0 0 0 1.5 1.5H8M13 13.5l3.5-3.5L13 6.5M16 10H8',
  menu: 'M3 6h14M3 10h14M3 14h14',
  plus: 'M10 4v12M4 10h12',
  scooter:
    'M11.5 4h3l2.3 9.3M3.5 10.2h4.8l1.5 3.6h3.7l2.3-3M3.3 14.6a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0zM14.3 14.6a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0z'
}

export function BarIcon({ name }: { name: keyof typeof ICON_PATHS }) {
  return <SvgIcon path={ICON_PATHS[name]} />
}

import { SvgIcon } from './icon.tsx'

// Icons of forms and of the portal. Kept apart so that riders' pages without forms don't bundle them.
const ICON_PATHS = {
  bin: 'M3.5 5.5h13M8 5V3.5h4V5M5 5.5l.8 11h8.4l.8-11M8.3 8.5v5M11.7 8.5v5',
  camera:
    'M3 7.5A1.5 1.5 0 0 1 4.5 6H6l1.3-2h5.4L14 6h1.5A1.5 1.5 0 0 1 17 7.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14.5zM7.1 10.8a2.9 2.9 0 1 0 5.8 0 2.9 2.9 0 1 0-5.8 0z',
  circle: 'M3.5 10a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0z',
  edit: 'm4 13-.5 3.5L7 16l9-9-3-3zM11.2 5.8l3 3',
  eye: 'M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10zM7.7 10a2.3 2.3 0 1 0 4.6 0 2.3 2.3 0 1 0-4.6 0z',
  'eye-off':
    'M4.5 6.3C2.9 7.9 2 10 2 10s3 5.5 8 5.5c1.4 0 2.7-.4 3.8-1M8 4.7c.6-.1 1.3-.2 2-.2 5 0 8 5.5 8 5.5s-.6 1.2-1.8 2.5M3 3l14 14',
  picture:
    'M4.5 4h11a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-11a1.5 1.5 0 0 1-1.5-1.5v-9a1.5 1.5 0 0 1 1.5-1.5zM3.5 14l4-4 3.2 3.2 2.3-2.2 3.5 3.5M11.6 7.7a1.2 1.2 0 1 0 2.4 0 1.2 1.2 0 1 0-2.4 0z',
  sort: 'm6 7.5 4-4 4 4M6 12.5l4 4 4-4'
}

export type FormIconName = keyof typeof ICON_PATHS

export const isFormIcon = (name: string): name is FormIconName => name in ICON_PATHS

export function FormIcon({ name, size = 'm' }: { name: FormIconName; size?: 'm' | 's' }) {
  return <SvgIcon path={ICON_PATHS[name]} size={size} />
}

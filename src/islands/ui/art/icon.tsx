// Each icon is one path on a 20 px grid; the class sets stroke and width.
const ICON_PATHS = {
  back: 'M16 10H4m5-5-5 5 5 5',
  bell: 'M5 13.5V9a5 5 0 0 1 10 0v4.5l1.5 1.5h-13zM8.3 17.5h3.4',
  bin: 'M3.5 5.5h13M8 5V3.5h4V5M5 5.5l.8 11h8.4l.8-11M8.3 8.5v5M11.7 8.5v5',
  building: 'M4 17V5.5L10 3l6 2.5V17M2.5 17h15M7.5 8h1M11.5 8h1M7.5 11h1M11.5 11h1M9 17v-3h2v3',
  calendar: 'M5 4.5h10a2 2 0 0 1 2 2v8.5a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-8.5a2 2 0 0 1 2-2zM3 8.5h14M7 2.5v4M13 2.5v4',
  camera:
    'M3 7.5A1.5 1.5 0 0 1 4.5 6H6l1.3-2h5.4L14 6h1.5A1.5 1.5 0 0 1 17 7.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14.5zM7.1 10.8a2.9 2.9 0 1 0 5.8 0 2.9 2.9 0 1 0-5.8 0z',
  chat: 'M4 16.5 5 13a6.8 6.8 0 1 1 2.6 2.5zM7.5 8.5h5M7.5 11h3.2',
  check: 'm4 10.5 4 4 8-9',
  'check-circle': 'M2.5 10a7.5 7.5 0 1 0 15 0 7.5 7.5 0 1 0-15 0zM6.8 10.3l2.2 2.2 4.2-4.8',
  'chevron-down': 'm5 7.5 5 5 5-5',
  circle: 'M3.5 10a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0z',
  clock: 'M2.5 10a7.5 7.5 0 1 0 15 0 7.5 7.5 0 1 0-15 0zM10 5.8V10l2.8 1.8',
  copy: 'M9 7h6a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-6a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM13 7V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2h2',
  cross: 'm5 5 10 10M15 5 5 15',
  'cross-circle': 'M2.5 10a7.5 7.5 0 1 0 15 0 7.5 7.5 0 1 0-15 0zM7.5 7.5l5 5M12.5 7.5l-5 5',
  edit: 'm4 13-.5 3.5L7 16l9-9-3-3zM11.2 5.8l3 3',
  eye: 'M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10zM7.7 10a2.3 2.3 0 1 0 4.6 0 2.3 2.3 0 1 0-4.6 0z',
  'eye-off':
    'M4.5 6.3C2.9 7.9 2 10 2 10s3 5.5 8 5.5c1.4 0 2.7-.4 3.8-1M8 4.7c.6-.1 1.3-.2 2-.2 5 0 8 5.5 8 5.5s-.6 1.2-1.8 2.5M3 3l14 14',
  filter: 'M3 5h14M6 10h8M8.5 15h3',
  hourglass: 'M5 3h10M5 17h10M6 3c0 4 4 4.5 4 7s-4 3-4 7M14 3c0 4-4 4.5-4 7s4 3 4 7',
  info: 'M2.5 10a7.5 7.5 0 1 0 15 0 7.5 7.5 0 1 0-15 0zM10 9.2V14M10 6.4v.1',
  logout: 'M8 3.5H4.5A1.5 1.5 0 0 0 3 5v10a1.5 1.5 0 0 0 1.5 1.5H8M13 13.5l3.5-3.5L13 6.5M16 10H8',
  menu: 'M3 6h14M3 10h14M3 14h14',
  more: 'M4 10h1M9.5 10h1M15 10h1',
  'no-signal':
    'm3 3 14 14M2.5 8a11 11 0 0 1 3.2-2M8.3 4.9A11 11 0 0 1 17.5 8M5 11a7.5 7.5 0 0 1 3-1.8M12.2 9.4A7.5 7.5 0 0 1 15 11M8 14a3 3 0 0 1 4 0M10 16.6v.1',
  phone:
    'M7 3.5 8.3 7 6.6 8.5a9.5 9.5 0 0 0 4.9 4.9L13 11.7l3.5 1.3v2.3a1.3 1.3 0 0 1-1.4 1.3A12.6 12.6 0 0 1 3.4 4.9a1.3 1.3 0 0 1 1.3-1.4z',
  picture:
    'M4.5 4h11a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-11a1.5 1.5 0 0 1-1.5-1.5v-9a1.5 1.5 0 0 1 1.5-1.5zM3.5 14l4-4 3.2 3.2 2.3-2.2 3.5 3.5M11.6 7.7a1.2 1.2 0 1 0 2.4 0 1.2 1.2 0 1 0-2.4 0z',
  'pin-map': 'M10 17.5s5.5-5 5.5-9.3a5.5 5.5 0 0 0-11 0c0 4.3 5.5 9.3 5.5 9.3zM8 8.2a2 2 0 1 0 4 0 2 2 0 1 0-4 0z',
  'play-circle': 'M2.5 10a7.5 7.5 0 1 0 15 0 7.5 7.5 0 1 0-15 0zM8.3 7v6l5-3z',
  plus: 'M10 4v12M4 10h12',
  refresh: 'M16.5 5v4h-4M3.5 15v-4h4M15.8 9A6.3 6.3 0 0 0 4.6 7M4.2 11a6.3 6.3 0 0 0 11.2 2',
  scooter:
    'M11.5 4h3l2.3 9.3M3.5 10.2h4.8l1.5 3.6h3.7l2.3-3M3.3 14.6a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0zM14.3 14.6a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0z',
  search: 'M3.5 9a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0zM13.2 13.2l3.8 3.8',
  sort: 'm6 7.5 4-4 4 4M6 12.5l4 4 4-4',
  ticket:
    'M3 6.5A1.5 1.5 0 0 1 4.5 5h11A1.5 1.5 0 0 1 17 6.5v2a1.8 1.8 0 0 0 0 3.4v1.6a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 13.5v-1.6a1.8 1.8 0 0 0 0-3.4zM12 5.5v2m0 2v2m0 2v1',
  user: 'M6.5 7a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0zM3.5 17c.7-3.3 3.3-5 6.5-5s5.8 1.7 6.5 5',
  warning: 'M10 3 2.5 16.5h15zM10 8v4M10 14.3v.1',
  wrench:
    'M12.6 3.2a4.4 4.4 0 0 0-4.4 5.9l-5 5a1.9 1.9 0 0 0 2.7 2.7l5-5a4.4 4.4 0 0 0 5.8-5.5l-2.6 2.6-2.4-.6-.6-2.4 2.6-2.6a4.4 4.4 0 0 0-1.1-.1z'
} satisfies Record<string, string>

export type IconName = keyof typeof ICON_PATHS

const SIZES = { l: 'size-[26px] stroke-[1.75]', m: 'size-5 stroke-[1.75]', s: 'size-4 stroke-2' } as const

/** Decorative, next to text: hidden from screen readers. */
export function Icon({ name, size = 'm' }: { name: IconName; size?: keyof typeof SIZES }) {
  return (
    <svg
      aria-hidden="true"
      className={`flex-none fill-none stroke-current ${SIZES[size]}`}
      strokeLinecap="round"
      strokeLinejoin="round"
      viewBox="0 0 20 20"
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  )
}

// Pictures of the properties, 1600 × 640. The subject is right of the centre, so that the banner's text does not cover
// it.

export type Landscape = 'grove' | 'lake' | 'sea'

const WIDTH = 1600
const HEIGHT = 640

interface Box {
  x: number
  y: number
  width: number
  height: number
}

function rect({ height, width, x, y }: Box, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`
}

interface Building {
  box: Box
  wall: string
  roof: string
  glass: string
  columns: number
  floors: number
}

function building({ box, columns, floors, glass, roof, wall }: Building): string {
  const across = box.width / columns
  const down = (box.height - 60) / floors
  const windows = Array.from({ length: columns * floors }, (_, index) => {
    const x = box.x + (index % columns) * across + across * 0.22
    const y = box.y + 48 + Math.floor(index / columns) * down
    return rect({ height: down * 0.52, width: across * 0.56, x, y }, glass)
  })
  const balconies = Array.from({ length: floors }, (_, floor) =>
    rect({ height: 7, width: box.width - 36, x: box.x + 18, y: box.y + 48 + floor * down + down * 0.62 }, roof)
  )
  const eaves = rect({ height: 22, width: box.width + 16, x: box.x - 8, y: box.y }, roof)
  return [rect(box, wall), eaves, ...windows, ...balconies].join('')
}

function palm(x: number, ground: number, height: number): string {
  const top = ground - height
  const leaves = [-160, -125, -90, -55, -20]
    .map(turn => `<path d="M0 0q52-34 104 6q-56-12-104-6z" transform="translate(${x + 12} ${top}) rotate(${turn})"/>`)
    .join('')
  const droop = `<path d="M${x + 12} ${top}q-50-22-92 34q34-36 92-34zM${x + 12} ${top}q50-22 92 34q-34-36-92-34z"/>`
  return `<path d="M${x} ${ground}q4-${height / 2} 8-${height}h10q2 ${height / 2} 6 ${height}z" fill="#7a5b3f"/><g fill="#2f6a4c">${leaves}${droop}</g>`
}

function bush({ size, x, y }: { size: number; x: number; y: number }, fill: string): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${size}" ry="${size * 0.7}" fill="${fill}"/>`
}

function grove(): string {
  const flats = { glass: '#47736c', roof: '#b9674a' }
  return [
    rect({ height: HEIGHT, width: WIDTH, x: 0, y: 0 }, '#a9cfc9'),
    '<circle cx="1310" cy="130" r="62" fill="#f6e3ad"/>',
    '<path d="M0 430c240-80 460-60 660-20s600 40 940-60v290H0z" fill="#7fb0a3"/>',
    building({ ...flats, box: { height: 430, width: 240, x: 700, y: 180 }, columns: 3, floors: 5, wall: '#d8c9ae' }),
    building({ ...flats, box: { height: 540, width: 300, x: 960, y: 70 }, columns: 3, floors: 6, wall: '#efe4cf' }),
    building({ ...flats, box: { height: 460, width: 264, x: 1280, y: 150 }, columns: 3, floors: 5, wall: '#dccdb3' }),
    ...[palm(640, 610, 250), palm(1250, 612, 190), palm(1560, 608, 300)],
    ...[
      bush({ size: 74, x: 690, y: 592 }, '#2f6a4c'),
      bush({ size: 62, x: 950, y: 600 }, '#3b7a58'),
      bush({ size: 70, x: 1290, y: 598 }, '#2f6a4c')
    ],
    ...[bush({ size: 96, x: 380, y: 604 }, '#3b7a58'), bush({ size: 84, x: 120, y: 610 }, '#2f6a4c')],
    rect({ height: 36, width: WIDTH, x: 0, y: 604 }, '#3d5a4d')
  ].join('')
}

function lake(): string {
  const ripples = Array.from({ length: 14 }, (_, index) => {
    const y = 468 + index * 12
    const x = (index * 337) % 1400
    return rect({ height: 4, width: 120 + ((index * 71) % 160), x, y }, index % 2 ? '#9cc7d8' : '#6fa6bf')
  })
  return [
    rect({ height: HEIGHT, width: WIDTH, x: 0, y: 0 }, '#f3d9c2'),
    '<circle cx="880" cy="262" r="86" fill="#f4b183"/>',
    '<path d="M0 380 210 230l180 120 230-190 260 200 240-150 480 190v80H0z" fill="#a58fa3"/>',
    '<path d="M0 420c200-60 420-50 640-20s620-30 960-10v80H0z" fill="#7c8a73"/>',
    rect({ height: 190, width: WIDTH, x: 0, y: 450 }, '#83b7cd'),
    ...ripples,
    '<path d="M840 640c20-120 140-190 330-200 190 0 330 20 430 40v160z" fill="#5f8a57"/>',
    rect({ height: 190, width: 420, x: 1010, y: 270 }, '#f1e6d2'),
    '<path d="M960 282 1220 130l260 152z" fill="#8c4f3a"/>',
    rect({ height: 60, width: 40, x: 1330, y: 150 }, '#7a4433'),
    ...[1050, 1150, 1320].map(x => rect({ height: 62, width: 62, x, y: 320 }, '#3f6c78')),
    rect({ height: 130, width: 64, x: 1236, y: 330 }, '#8c4f3a'),
    rect({ height: 12, width: 460, x: 990, y: 452 }, '#c9b590'),
    ...[1000, 1110, 1330, 1430].map(x => rect({ height: 76, width: 10, x, y: 380 }, '#c9b590')),
    ...[
      bush({ size: 60, x: 940, y: 500 }, '#3f7048'),
      bush({ size: 86, x: 1500, y: 470 }, '#3f7048'),
      bush({ size: 70, x: 1570, y: 500 }, '#4d8255')
    ],
    '<path d="M700 566h150l-26 30H726z" fill="#a3513d"/><path d="M772 566V470l58 84z" fill="#fbf4e6"/>'
  ].join('')
}

function sea(): string {
  const suites = { glass: '#4d8fa6', roof: '#e3ddd2' }
  const waves = Array.from({ length: 9 }, (_, index) => {
    const y = 372 + index * 13
    return rect({ height: 4, width: 140 + ((index * 53) % 120), x: (index * 271) % 820, y }, '#8fd3d6')
  })
  return [
    rect({ height: HEIGHT, width: WIDTH, x: 0, y: 0 }, '#bfe3ee'),
    '<circle cx="420" cy="150" r="58" fill="#fff3c4"/>',
    '<g fill="#fff" opacity=".8"><ellipse cx="760" cy="110" rx="110" ry="24"/><ellipse cx="830" cy="88" rx="70" ry="26"/><ellipse cx="170" cy="220" rx="90" ry="18"/></g>',
    rect({ height: 160, width: WIDTH, x: 0, y: 350 }, '#3fa7b5'),
    ...waves,
    '<path d="M0 500c300-40 560-60 800-40s520 40 800 10v170H0z" fill="#f0dcae"/>',
    '<path d="M0 490c300-36 560-56 800-36 60 6 120 12 180 16l-180-2C560 452 300 470 0 506z" fill="#fff" opacity=".85"/>',
    building({ ...suites, box: { height: 300, width: 250, x: 960, y: 220 }, columns: 3, floors: 3, wall: '#faf6ee' }),
    building({ ...suites, box: { height: 400, width: 300, x: 1230, y: 120 }, columns: 3, floors: 4, wall: '#ffffff' }),
    ...[palm(900, 560, 280), palm(1200, 580, 220), palm(1550, 570, 330)],
    '<path d="M560 470q70-70 140 0z" fill="#e2674f"/><path d="M627 470h6v90h-6z" fill="#8a6a48"/>',
    '<path d="M740 500q60-60 120 0z" fill="#f0b83f"/><path d="M797 500h6v76h-6z" fill="#8a6a48"/>',
    ...[
      bush({ size: 54, x: 980, y: 552 }, '#4f9a6b'),
      bush({ size: 66, x: 1230, y: 560 }, '#3d8259'),
      bush({ size: 60, x: 1500, y: 556 }, '#4f9a6b')
    ]
  ].join('')
}

const LANDSCAPES: Record<Landscape, () => string> = { grove, lake, sea }

export function landscapeDrawing(landscape: Landscape): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${LANDSCAPES[landscape]()}</svg>`
}

function drawing(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
}

const INK = '#1c2a23'
const HUB = '#c4cfc7'
const FENDER = 'M133 109c2-14 12-22 26-22 10 0 18 5 22 13 1 3-1 5-4 4-6-3-12-4-19-3-9 1-14 6-17 12z'

/** The app's scooter drawing in these colours, as SVG elements. 200 × 140. */
export function scooterShapes({ body, hub, ink }: { body: string; hub: string; ink: string }): string {
  return [
    `<g fill="none" stroke="${ink}" stroke-width="8"><circle cx="44" cy="116" r="18"/><circle cx="160" cy="116" r="18"/></g>`,
    `<g fill="${hub}"><circle cx="44" cy="116" r="10"/><circle cx="160" cy="116" r="10"/></g>`,
    `<path d="M146 74l14 42" stroke="${hub}" stroke-width="6" stroke-linecap="round"/>`,
    `<path d="M16 92c0-15 11-25 29-25h44c7 0 11 4 12 10l3 16c1 4 3 6 7 6h12c5 0 7-3 6-8l-9-43c-1-6 3-10 9-10h5c4 0 6 2 7 6l9 42c3 14-3 28-18 28H82c-4 0-7-2-8-6-4-13-14-20-28-20-10 0-18 5-23 12-4 2-7 0-7-3z" fill="${body}"/>`,
    `<path d="${FENDER}" fill="${body}"/>`,
    `<g opacity=".3"><path d="M82 114c-4 0-7-2-8-6l-3-6h34c2 3 5 4 8 4h14c7 0 11-4 13-9l4 1c-1 10-7 16-16 16z"/><path d="${FENDER}"/></g>`,
    `<path d="M34 60c0-5 3-8 8-8l44 3c7 0 12 4 13 10l1 4H42c-5 0-8-4-8-9z" fill="${ink}"/>`,
    `<g stroke="${ink}" stroke-linecap="round"><path d="M131 40 124 21" stroke-width="6"/><path d="M106 23l17-4" stroke-width="7"/><path d="M130 17l3-9" stroke-width="3"/></g>`,
    `<circle cx="134" cy="7" r="5" fill="${ink}"/><path d="M138 44h5c4 0 6 3 6 6s-2 6-5 6h-4z" fill="#ffe9a8"/><path d="M17 80h10v7H16z" fill="#d9483b"/>`
  ].join('')
}

/** The scooter in any colour, parked at a wall. 800 × 600, so that every crop shows all of it. */
export function scooterDrawing(colour: string): string {
  const wall = [
    '<rect width="800" height="600" fill="#e9e1d3"/><rect y="430" width="800" height="170" fill="#c9c4b8"/>',
    '<rect y="416" width="800" height="16" fill="#b3aa99"/><rect x="60" y="70" width="150" height="190" rx="8" fill="#8fb3b0"/>',
    '<path d="M135 70v190M60 160h150" stroke="#f6f1e6" stroke-width="8"/>',
    '<path d="M690 430c-30-70-18-150 28-220 40 70 56 150 24 220z" fill="#5d8a63"/><path d="M668 430h100l-10 60H678z" fill="#b9674a"/>',
    '<ellipse cx="400" cy="470" rx="170" ry="13" fill="#000" opacity=".14"/>'
  ].join('')
  return drawing(
    800,
    600,
    `${wall}<g transform="translate(228 236) scale(1.72)">${scooterShapes({ body: colour, hub: HUB, ink: INK })}</g>`
  )
}

/** A licence that is clearly a specimen: 640 × 400. */
export function licenceDrawing(name: string, date_of_birth: string): string {
  const line = (y: number, text: string, size = 26) => `<text x="250" y="${y}" font-size="${size}">${text}</text>`
  const texts = [line(170, name, 30), line(214, `Born ${date_of_birth}`), line(258, 'KA03 0000 0000000')].join('')
  return drawing(
    640,
    400,
    [
      '<rect width="640" height="400" rx="24" fill="#e7eef4"/><rect width="640" height="84" fill="#2d5c7f"/>',
      '<text x="32" y="54" font-size="30" font-family="sans-serif" fill="#fff">DEMO DRIVING LICENCE</text>',
      '<rect x="32" y="120" width="180" height="230" fill="#c3d3df"/><circle cx="122" cy="205" r="48" fill="#7f9db3"/>',
      '<path d="M42 350c6-60 40-86 80-86s74 26 80 86z" fill="#7f9db3"/>',
      `<g font-family="sans-serif" fill="#1d3140">${texts}</g>`,
      '<text x="250" y="340" font-size="34" font-family="sans-serif" fill="#b3261e">SPECIMEN</text>'
    ].join('')
  )
}

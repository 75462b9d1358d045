// Colours as sRGB and as OKLCH (https://www.w3.org/TR/css-color-4/#ok-lab). In OKLCH, colours of one lightness look
// equally light in every hue.

interface Oklch {
  /** 0 is black, 1 is white. */
  lightness: number
  /** 0 is grey; a strong colour has about 0.2. */
  chroma: number
  /** Degrees. */
  hue: number
}

/** Red, green and blue, or cone responses, or OKLab. */
type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

const HEX = /^#(?:[\da-f]{3}|[\da-f]{6})$/i
const RADIAN = Math.PI / 180

const TO_CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005]
]
const TO_LAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766]
]
const FROM_LAB: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548]
]
const FROM_CONES: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701]
]

function multiply(matrix: Matrix, [x, y, z]: Triple): Triple {
  const [first, second, third] = matrix.map(([a, b, c]) => a * x + b * y + c * z)
  return [first ?? 0, second ?? 0, third ?? 0]
}

const each = ([x, y, z]: Triple, change: (value: number) => number): Triple => [change(x), change(y), change(z)]
const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const fromLinear = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

export const isColour = (text: string) => HEX.test(text)

/** Linear light of a colour such as '#fff' or '#00aa77', each part from 0 to 1. */
function linearLight(colour: string): Triple {
  const digits = colour.length === 4 ? colour.replace(/[\da-f]/gi, '$&$&') : colour
  const part = (start: number) => toLinear(Number.parseInt(digits.slice(start, start + 2), 16) / 255)
  return [part(1), part(3), part(5)]
}

export function toOklch(colour: string): Oklch {
  const [lightness, a, b] = multiply(TO_LAB, each(multiply(TO_CONES, linearLight(colour)), Math.cbrt))
  return { chroma: Math.hypot(a, b), hue: Math.atan2(b, a) / RADIAN, lightness }
}

/** Returns the nearest colour as '#rrggbb'. A part that no screen shows is cut off. */
export function fromOklch({ chroma, hue, lightness }: Oklch): string {
  const lab: Triple = [lightness, chroma * Math.cos(hue * RADIAN), chroma * Math.sin(hue * RADIAN)]
  const linear = multiply(
    FROM_CONES,
    each(multiply(FROM_LAB, lab), value => value ** 3)
  )
  const bytes = each(linear, value => Math.round(255 * fromLinear(Math.min(1, Math.max(0, value)))))
  return `#${bytes.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

function luminance(colour: string): number {
  const [red, green, blue] = linearLight(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours as WCAG 2 defines it: from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

// The name and the look of the product; docs/customising.md says how to change them. Nothing else repeats them. The
// values are separate constants, so that a script of the browser contains only those that it uses.

/** The name of the product, on every page, in every message and on the installed app. */
export const BRAND_NAME = 'ScootStay'
/** One sentence: the description of the site and of the installed app. */
export const BRAND_SLOGAN = 'The scooter downstairs, by the hour.'
/**
 * Lower-case letters and digits. It marks sessions and calendar entries as this product's. A change signs everybody
 * out, and calendars keep the old entries of rides that change afterwards.
 */
export const BRAND_ID = 'scootstay'

/** Buttons, links and the logo. Text on it has the colour below. */
export const ACCENT_LIGHT = '#0b7a46'
export const ACCENT_DARK = '#3ecb84'
export const ON_ACCENT_LIGHT = '#fff'
export const ON_ACCENT_DARK = '#05170d'
/** The background of every page, and of the browser around it. */
export const BACKGROUND_LIGHT = '#f3f6f3'
export const BACKGROUND_DARK = '#0c1310'

// Files of the folder public. `node scripts/build/icons.ts` draws them in the colours above.
export const ICON_SVG = '/icon.svg'
export const ICON_TOUCH = '/apple-touch-icon.png'
export const ICON_192 = '/icon-192.png'
export const ICON_512 = '/icon-512.png'
export const ICON_MASKABLE_192 = '/icon-maskable-192.png'
export const ICON_MASKABLE_512 = '/icon-maskable-512.png'
export const ICON_MONOCHROME_512 = '/icon-monochrome-512.png'
/** What chats show for a shared link. */
export const SHARE_PICTURE = '/share.png'

/** Tabs and line breaks. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/g
/**
 * What shows nothing, and lone surrogates. Some of it turns the direction of the text around it, and a backup with NUL
 * cannot be imported. Indian scripts need the joiners, and emoji the variation selectors.
 */
const INVISIBLE =
  /(?![\u200C\u200D]|[\uFE00-\uFE0F])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\u2800\uFFF9-\uFFFB]/gu
/** White space, marks and joiners show nothing alone. */
const VISIBLE = /[^\p{Z}\p{M}\u200C\u200D]/u

/** What somebody typed, as one line of visible text; '' if it shows nothing. */
export function cleanLine(typed: string): string {
  const line = typed.replace(BREAKS, ' ').replace(INVISIBLE, '').normalize('NFC').trim()
  return VISIBLE.test(line) ? line : ''
}

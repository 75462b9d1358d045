/**
 * Shows that the page works on the press of this element, until the next press or `null` (styles/base.css). Links and
 * what was tapped before its island hydrates are shown by the script that defines it (layouts/base.astro).
 */
export const showPressed = (element: Element | null): void => window.showPressed?.(element)

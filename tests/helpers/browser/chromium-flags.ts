/**
 * Chromium flags for a browser that Playwright did not install: run as root, headless and without network requests of
 * its own.
 */
export const CHROMIUM_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  '--no-sandbox'
]

/** Only for a browser that is not Playwright's own: run as root, without a display, without asking the network. */
export const FOREIGN_BROWSER = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  '--no-sandbox'
]

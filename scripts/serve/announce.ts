import { DEMO_ADMIN, DEMO_PASSWORD, DEMO_RIDERS } from '../demo/people.ts'
import { localUrl } from '../kit/settings.ts'

interface StartupInfo {
  /** The URL of the external backend; empty for the embedded one. */
  backend: string
  hasDemo: boolean
}

/** Prints the address and the demo accounts. */
export function printStartupInfo(port: number, { backend, hasDemo }: StartupInfo): void {
  const address = localUrl(port)
  console.log(`\nScootStay runs on ${address}\n`)
  if (backend !== '') {
    console.log(`  It talks to ${backend}: accounts and bookings are there.`)
    console.log('\nCtrl-C stops it.')
    return
  }
  if (hasDemo) {
    console.log(`  Rider  ${address}/auth        ${DEMO_RIDERS[0].email} / ${DEMO_PASSWORD}`)
    console.log(`  Admin  ${address}/admin/auth  ${DEMO_ADMIN.email} / ${DEMO_ADMIN.password}`)
  } else {
    console.log('  ENVIRONMENT in .env is not "development", so there is no demo in it.')
  }
  console.log('\nCtrl-C stops it. What you do is kept; `npm run reset` empties it.')
}

import { BRAND_NAME } from '#domain/brand/brand.ts'
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
  console.log(`\n${BRAND_NAME} runs on ${address}\n`)
  if (backend !== '') {
    console.log(`  It uses the backend ${backend}, which stores accounts and bookings.`)
    console.log('\nCtrl-C stops it.')
    return
  }
  if (hasDemo) {
    console.log(`  Rider  ${address}/auth        ${DEMO_RIDERS[0].email} / ${DEMO_PASSWORD}`)
    console.log(`  Admin  ${address}/admin/auth  ${DEMO_ADMIN.email} / ${DEMO_ADMIN.password}`)
    console.log(`  Mails  ${address}/outbox`)
  } else {
    console.log('  ENVIRONMENT in .env is not "development", so there is no demo.')
  }
  console.log('\nCtrl-C stops it. The data is kept; `npm run reset` deletes it.')
}

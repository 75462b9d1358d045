import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { screenPath } from '#domain/admin/screens.ts'
import { API_TIMEOUT_MS } from '#domain/constants.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time/time-units.ts'
import { MIB_BYTES } from '#domain/uploads/photos.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import { insertPastRides } from '#tests/helpers/data/past-rides.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertScooter } from '#tests/helpers/data/rows.ts'
import { IS_WHOLE } from '#tests/helpers/hardening.ts'
import { app, startApp } from '#tests/helpers/servers/app.ts'
import { launchBrowser } from '../../../scripts/tools/bench/phone.ts'

startApp()

const admin = setUpAdmin()

const RIDES = 20_000
const TIMEOUT_MS = 3 * MINUTE_MS
/** Of slow 4G. */
const BYTES_PER_SECOND = 1_600_000 / 8

async function makeSlow(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.emulateNetworkConditions', {
    downloadThroughput: BYTES_PER_SECOND,
    latency: 150,
    offline: false,
    uploadThroughput: BYTES_PER_SECOND
  })
}

/** A line to the Worker that stands still after some more bytes: its connections stay open, and none arrives. */
async function openLine({ onTestFinished }: TestContext) {
  const sockets = new Set<Socket>()
  let left = Number.POSITIVE_INFINITY
  const { hostname, port } = new URL(app.origin())
  const server = createServer(browser => {
    const worker = connect(Number(port), hostname, () => browser.pipe(worker))
    worker.on('data', part => {
      browser.write(part.subarray(0, left))
      left = Math.max(0, left - part.length)
    })
    for (const socket of [browser, worker]) sockets.add(socket.on('error', () => undefined))
  })
  await once(server.listen(0, hostname), 'listening')
  onTestFinished(() => void server.close())
  return {
    origin: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    /** As after a change of the network: the old connections end. */
    reconnect: () => {
      left = Number.POSITIVE_INFINITY
      for (const socket of sockets) socket.destroy()
    },
    stopAfter: (bytes: number) => {
      left = bytes
    }
  }
}

const exportButton = (page: Page) => page.getByRole('button', { name: adminBookingsText.list.exportCsv })

/** Collects each text that the button of the export shows. */
async function recordProgress(page: Page): Promise<() => Promise<string[]>> {
  await exportButton(page).evaluate(button => {
    const texts = new Set<string>()
    new MutationObserver(() => texts.add(button.textContent)).observe(button, {
      characterData: true,
      childList: true,
      subtree: true
    })
    Object.assign(window, { shownProgress: () => [...texts] })
  })
  return () => page.evaluate(() => (window as unknown as { shownProgress: () => string[] }).shownProgress())
}

async function openPortal({ onTestFinished }: TestContext, origin = app.origin()): Promise<Page> {
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const page = await browser.newPage({ serviceWorkers: 'block' })
  const session = { session: admin.token, userType: 'admin' }
  await page.context().addCookies(Object.entries(session).map(([name, value]) => ({ name, url: origin, value })))
  await page.addInitScript(token => {
    localStorage.setItem('token', token)
    localStorage.setItem('userType', 'admin')
  }, admin.token)
  await page.goto(origin + screenPath('bookings'))
  await page.getByRole('table').waitFor()
  return page
}

describe.runIf(IS_WHOLE)('an export of many bookings on a slow line', { timeout: TIMEOUT_MS }, () => {
  beforeAll(async () => {
    const rider = await signedInRider({ name: 'Venkatanarasimharajuvaripeta Lakshminarayanan Subramaniam' })
    const { id: scooter_id } = await insertScooter(rider.property_id)
    await insertPastRides({ admin, rider, scooter_id }, { from: 1, to: RIDES })
  }, TIMEOUT_MS)

  test('takes longer than a call may stand still, shows its progress and loses no row', async context => {
    const page = await openPortal(context)
    await makeSlow(page)
    const progress = await recordProgress(page)

    const startedAt = performance.now()
    const saving = page.waitForEvent('download', { timeout: 2 * MINUTE_MS })
    await exportButton(page).click()
    const file = await saving
    expect(performance.now() - startedAt).toBeGreaterThan(API_TIMEOUT_MS)
    const csv = readFileSync(await file.path(), 'utf8')

    const [, ...lines] = csv.trimEnd().split('\r\n')
    expect(lines).toHaveLength(RIDES)
    expect(new Set(lines.map(line => line.split(',')[0]))).toEqual(
      new Set(Array.from({ length: RIDES }, (_, index) => `past-${index + 1}`))
    )
    expect(new Set(lines.map(line => line.split(',').length))).toHaveLength(1)
    const megabytes = (await progress()).flatMap(shown => /([\d.]+) MB/.exec(shown)?.[1] ?? []).map(Number)
    expect(megabytes).toEqual(megabytes.toSorted((one, other) => one - other))
    expect(megabytes.at(-1)).toBeCloseTo(Buffer.byteLength(csv) / MIB_BYTES, 0)
    // At least each second.
    expect(megabytes.length).toBeGreaterThan(API_TIMEOUT_MS / SECOND_MS)
  })

  test('ends when the line stands still, and can be pressed again', async context => {
    const line = await openLine(context)
    const page = await openPortal(context, line.origin)
    await makeSlow(page)
    line.stopAfter(2 * MIB_BYTES)
    await exportButton(page).click()
    await page.getByRole('button', { name: /[12]\.\d MB/ }).waitFor()
    await page
      .getByText(adminBookingsText.list.exportFailed)
      .first()
      .waitFor({ timeout: 2 * API_TIMEOUT_MS })

    line.reconnect()
    const saving = page.waitForEvent('download', { timeout: 2 * MINUTE_MS })
    await exportButton(page).click()
    const csv = readFileSync(await (await saving).path(), 'utf8')
    expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + RIDES)
  })
})

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PAGE_ROWS } from '#domain/constants.ts'
import { timeRatios } from './bench/calls.ts'
import { costsOf } from './bench/costs.ts'
import { databases } from './bench/databases.ts'
import { PROPERTIES, SCOOTERS, USERS } from './bench/house.ts'
import { measurePhone } from './bench/phone.ts'
import { measurePortal } from './bench/portal.ts'
import { launch, siteAt } from './bench/site.ts'
import { print, ratioText } from './bench/table.ts'
import { measureWeight } from './bench/weight.ts'
import { buildOrRefuse } from './build.ts'
import { stopTogether } from './processes.ts'
import { refuseTakenPort, serveBuilt } from './serve.ts'
import { addressOf, EXAMPLE_ENVIRONMENT, ROOT, refuse } from './settings.ts'

// Figures, not tests: ratios within one run and counts, because machines differ and are busy with other things.

const FOLDER = join(ROOT, '.wrangler/bench')
const PORTS = { few: 4420, many: 4421 }
const FEW = 10
const MOST = 1_000_000

const { values } = parseArgs({ options: { bookings: { default: '10000', type: 'string' } } })
const many = Number(values.bookings)
const counted = (count: number) => count.toLocaleString('en-IN')

function printCosts(
  costs: { few: Record<string, number>; many: Record<string, number> },
  times: Record<string, string>
) {
  const rows = Object.entries(costs.many).map(([name, read]) => {
    const before = costs.few[name] ?? 0
    return [name, counted(before), counted(read), ratioText(read, before), times[name] ?? '–']
  })
  const head = ['call', `rows read, ${counted(FEW)}`, `rows read, ${counted(many)}`, 'ratio', 'time ratio']
  print(`What calls read with ${counted(FEW)} and with ${counted(many)} bookings`, head, rows)
  console.log(`Lists come in pages of ${PAGE_ROWS}, which ${FEW} bookings do not fill.`)
}

if (!Number.isInteger(many) || many < PAGE_ROWS || many > MOST) {
  refuse(`--bookings takes a number from ${PAGE_ROWS} to ${MOST}, not '${values.bookings}'.`)
}
stopTogether(130)
process.on('exit', () => rmSync(FOLDER, { force: true, maxRetries: 5, recursive: true }))
rmSync(FOLDER, { force: true, recursive: true })
for (const port of Object.values(PORTS)) await refuseTakenPort(port)
await buildOrRefuse(EXAMPLE_ENVIRONMENT)
console.log(`${PROPERTIES} properties, ${SCOOTERS} scooters, ${counted(USERS)} users; filling the databases …`)
const states = await databases(FOLDER, { few: FEW, many })
const costs = { few: await costsOf(states.few), many: await costsOf(states.many) }
await serveBuilt(PORTS.few, states.few)
await serveBuilt(PORTS.many, states.many)

const browser = await launch()
const sites = {
  few: await siteAt(browser, addressOf(PORTS.few)),
  many: await siteAt(browser, addressOf(PORTS.many))
}
printCosts(costs, await timeRatios(sites))
await measurePortal(browser, sites, { few: FEW, many: PAGE_ROWS })
await measureWeight(browser, sites.many)
await measurePhone(browser, sites.many)
await browser.close()
process.exit()

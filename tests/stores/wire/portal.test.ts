// @vitest-environment jsdom
import { setUpBrowserTab } from './browser-tab.ts'
import { rows } from './portal.ts'
import { testFaults } from './table.ts'

setUpBrowserTab()

testFaults(rows)

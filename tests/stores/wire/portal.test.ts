// @vitest-environment jsdom
import { afterEach, beforeEach } from 'vitest'
import { setUp, tearDown } from './browser-tab.ts'
import { rows } from './portal.ts'
import { testFaults } from './table.ts'

beforeEach(setUp)
afterEach(tearDown)

testFaults(rows)

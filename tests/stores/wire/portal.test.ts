// @vitest-environment jsdom
import { afterEach, beforeEach } from 'vitest'
import { rows } from './portal.ts'
import { setUp, tearDown } from './scene.ts'
import { testFaults } from './table.ts'

beforeEach(setUp)
afterEach(tearDown)

testFaults(rows)

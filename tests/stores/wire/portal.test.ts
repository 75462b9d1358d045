// @vitest-environment jsdom
import { afterEach, beforeEach } from 'vitest'
import { rows } from './portal.ts'
import { clearTheScene, setTheScene } from './scene.ts'
import { tellFaults } from './table.ts'

beforeEach(setTheScene)
afterEach(clearTheScene)

tellFaults(rows)

import { expect, test } from 'vitest'
import { CALLS } from '#contract/calls.ts'
import { read, serverFiles, serverFolderOf } from './source-files.ts'

// The types check that the routing table has an operation for each call of the contract.

test('every call is in the contract, and implemented in the folder of the same name', () => {
  const implemented = serverFiles.flatMap(file =>
    [...read(file).matchAll(/\bimplement\(\s*\w+\.(\w+)/g)].map(([, call]) => `${serverFolderOf(file)}: ${call}`)
  )
  const calls = Object.entries(CALLS).flatMap(([folder, endpoints]) =>
    Object.keys(endpoints).map(call => `${folder}: ${call}`)
  )
  expect(calls.length).toBeGreaterThan(20)
  expect([...new Set(implemented)].sort()).toEqual(calls.sort())
})

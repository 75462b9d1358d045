import { describe, expect, test } from 'vitest'
import { allEndpoints, contractFolders, contractNames, endpointName } from '#tests/helpers/servers/every-call.ts'
import { read, serverFiles, serverFolderOf, sources } from './source-files.ts'

// The routing table, the contract and the operations belong together.

/** Answers every path of the API that no route has. */
const CATCH_ALL = 'src/pages/api/[...path].ts'
const routes = sources.filter(file => file.startsWith('src/pages/api/') && file !== CATCH_ALL)

function pathOf(route: string): string {
  return route
    .replace('src/pages/api', '')
    .replace(/(\/index)?\.ts$/, '')
    .replace(/\[(\w+)\]/g, '{$1}')
}

const handled = routes.flatMap(route =>
  [...read(route).matchAll(/^export const (GET|POST|PUT|DELETE) = handle\((\w+)/gm)].map(([, method, operation]) => ({
    call: `${method} ${pathOf(route)}`,
    operation
  }))
)

describe('the API', () => {
  test('serves exactly the endpoints of the contract', () => {
    expect(allEndpoints.length).toBeGreaterThan(20)
    expect(handled.map(({ call }) => call).toSorted()).toEqual(allEndpoints.map(endpointName).toSorted())
  })

  test('gives each operation the name of its endpoint', () => {
    expect(handled.filter(({ call, operation }) => contractNames.get(call) !== operation)).toEqual([])
    const implemented = serverFiles.flatMap(file => [
      ...read(file).matchAll(/^export const (\w+) = implement\(\s*\w+\.(\w+)/gm)
    ])
    expect(implemented.filter(([, operation, endpoint]) => operation !== endpoint).map(([line]) => line)).toEqual([])
    // `availabilityOperation` builds one operation for one day and one for a page.
    expect(new Set([...implemented.map(([, operation]) => operation), 'getAvailability'])).toEqual(
      new Set(contractNames.values())
    )
  })

  test('is defined and implemented in folders of the same name', () => {
    const implementedIn = serverFiles.flatMap(file =>
      [...read(file).matchAll(/\bimplement\(\s*\w+\.(\w+)/g)].map(([, call = '']) => [call, serverFolderOf(file)])
    )
    expect(new Map(implementedIn as [string, string][])).toEqual(contractFolders)
  })

  test('has routes that are lines of a table', () => {
    expect(routes.filter(route => read(route).trimEnd().split('\n').length > 12)).toEqual([])
  })
})

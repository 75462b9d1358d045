import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readShells, readTodayFiles } from '../../scripts/build/offline.ts'

let client: string
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(client, path)), { recursive: true })
  writeFileSync(join(client, path), text)
}

beforeEach(() => {
  client = mkdtempSync(join(tmpdir(), 'shells-'))
  write('offline/index.html', '<script src="/_astro/bar.A1.js"></script>url(/_astro/figtree.F1.woff2)')
  write('offline/my-bookings/index.html', '<astro-island component-url="/_astro/my-bookings.B1.js"></astro-island>')
  write('offline/today/index.html', '<astro-island component-url="/_astro/offline-today.H1.js"></astro-island>')
  write('_astro/offline-today.H1.js', 'import"./react.C1.js";import("./admin.G1.js")')
  write('_astro/bar.A1.js', 'import{r}from"./react.C1.js"')
  write('_astro/my-bookings.B1.js', 'import"./react.C1.js";import("./toast-corner.D1.js")')
  write('_astro/react.C1.js', 'console.log("./gone.Z9.js")')
  write('_astro/toast-corner.D1.js', '["_astro/sonner.E1.css"]')
  write('_astro/sonner.E1.css', '')
  write('_astro/figtree.F1.woff2', 'import"./react.C1.js"')
  write('_astro/admin.G1.js', 'import"./react.C1.js"')
})
afterEach(() => rmSync(client, { recursive: true }))

describe('the files for the offline shell', () => {
  test('are the pages and every file they refer to, directly or not, and no other', () => {
    expect(readShells(client).files).toEqual([
      '/offline/',
      '/offline/my-bookings/',
      '/icon.svg',
      '/_astro/bar.A1.js',
      '/_astro/figtree.F1.woff2',
      '/_astro/my-bookings.B1.js',
      '/_astro/react.C1.js',
      '/_astro/sonner.E1.css',
      '/_astro/toast-corner.D1.js'
    ])
  })

  test('have another version if a page or a file has changed, and only then', () => {
    const { version } = readShells(client)
    write('_astro/admin.G2.js', 'another')
    write('_astro/offline-today.H1.js', 'import"./admin.G2.js"')
    expect(readShells(client).version).toBe(version)
    write('offline/index.html', '<p>Another sentence</p><script src="/_astro/bar.A1.js"></script>')
    const reworded = readShells(client).version
    expect(reworded).not.toBe(version)
    write('_astro/bar.A1.js', 'import{r}from"./react.C1.js";import"./late.I1.js"')
    write('_astro/late.I1.js', '')
    expect(readShells(client).version).not.toBe(reworded)
  })
})

describe('the files for the offline page of Today', () => {
  test('are listed apart, with a version of their own', () => {
    const { files, version } = readTodayFiles(client)
    expect(files).toEqual(['/_astro/admin.G1.js', '/_astro/offline-today.H1.js', '/_astro/react.C1.js'])
    write('offline/index.html', '<p>Another sentence</p>')
    expect(readTodayFiles(client).version).toBe(version)
    write('_astro/offline-today.H1.js', 'import"./react.C1.js"')
    expect(readTodayFiles(client).version).not.toBe(version)
  })
})

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashInlineScripts, removeInjectedStyles } from '../../scripts/build/page-policy.ts'

const counted = (code: string, id = '/src/layouts/base.astro') => hashInlineScripts().transform.handler(code, id)?.code

const told = (text: string) =>
  `Astro.csp?.insertScriptHash('sha256-${createHash('sha256').update(text).digest('base64')}')\n`

describe('a script that stands in a page as it is', () => {
  const text = "if (a < b)\nc = '$&'\n"
  const markup = `<script is:inline>${text}</script>`

  test('is counted before anything of its layout is drawn', () => {
    const body = `const { a } = Astro.props\n---\n<head>${markup}<script is:inline>d()</script></head>`
    expect(counted(`---\n${body}`)).toBe(`---\n${told(text)}${told('d()')}${body}`)
  })

  test('is counted too where it tells the browser which pages to fetch ahead', () => {
    expect(counted('<script is:inline type="speculationrules">{}</script>')).toContain(told('{}'))
  })

  test('travels without what sets it in, and is counted as it travels', () => {
    const setIn = "<script is:inline>\n    if (a < b)\n      c = '$&'\n    </script>"
    expect(counted(setIn)).toBe(`---\n${told(`\n${text}`)}---\n<script is:inline>\n${text}</script>`)
  })

  test('is counted in a part without code of its own', () => {
    expect(counted(markup)).toBe(`---\n${told(text)}---\n${markup}`)
  })

  test('is not counted twice where Astro does it, nor where it is no part of a page', () => {
    expect(counted('<script>a()</script><script is:inline src="/a.js"></script>')).toBeUndefined()
    expect(counted(markup, '/src/islands/a.tsx')).toBeUndefined()
  })
})

describe("sonner's script", () => {
  const left = (code: string, id: string) => removeInjectedStyles().transform(code, id)?.code
  const ID = '/node_modules/sonner/dist/index.mjs'

  test('brings no styles, and says so where it begins to bring them in another way', () => {
    expect(left('before()\n__insertCSS("[data-a]{}");\nafter()', ID)).toBe('before()\n\nafter()')
    expect(() => left('putStyles("[data-a]{}")', ID)).toThrow('another way')
  })

  test('is the only one that loses something', () => {
    expect(left('__insertCSS("[data-a]{}");', '/src/islands/a.tsx')).toBeUndefined()
  })
})

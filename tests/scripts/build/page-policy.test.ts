import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashInlineScripts, removeInjectedStyles } from '../../../scripts/build/page-policy.ts'

const counted = (code: string, id = '/src/layouts/base.astro') => hashInlineScripts().transform.handler(code, id)?.code

const policyOf = (text: string) =>
  `Astro.csp?.insertScriptHash('sha256-${createHash('sha256').update(text).digest('base64')}')\n`

describe('an inline script', () => {
  const text = "if (a < b)\nc = '$&'\n"
  const markup = `<script is:inline>${text}</script>`

  test('is hashed before its layout is rendered', () => {
    const body = `const { a } = Astro.props\n---\n<head>${markup}<script is:inline>d()</script></head>`
    expect(counted(`---\n${body}`)).toBe(`---\n${policyOf(text)}${policyOf('d()')}${body}`)
  })

  test('is hashed if it contains the prefetch rules of the browser, too', () => {
    expect(counted('<script is:inline type="speculationrules">{}</script>')).toContain(policyOf('{}'))
  })

  test('is sent without indentation, and hashed as it is sent', () => {
    const setIn = "<script is:inline>\n    if (a < b)\n      c = '$&'\n    </script>"
    expect(counted(setIn)).toBe(`---\n${policyOf(`\n${text}`)}---\n<script is:inline>\n${text}</script>`)
  })

  test('is hashed in a component without code of its own', () => {
    expect(counted(markup)).toBe(`---\n${policyOf(text)}---\n${markup}`)
  })

  test('is not hashed twice if Astro does it, or if it is not part of a page', () => {
    expect(counted('<script>a()</script><script is:inline src="/a.js"></script>')).toBeUndefined()
    expect(counted(markup, '/src/islands/a.tsx')).toBeUndefined()
  })
})

describe('the script of sonner', () => {
  const transformed = (code: string, id: string) => removeInjectedStyles().transform(code, id)?.code
  const ID = '/node_modules/sonner/dist/index.mjs'

  test('adds no styles, and the build fails if it injects them in a new way', () => {
    expect(transformed('before()\n__insertCSS("[data-a]{}");\nafter()', ID)).toBe('before()\n\nafter()')
    expect(() => transformed('putStyles("[data-a]{}")', ID)).toThrow('has changed how it injects')
  })

  test('is the only one that is changed', () => {
    expect(transformed('__insertCSS("[data-a]{}");', '/src/islands/a.tsx')).toBeUndefined()
  })
})

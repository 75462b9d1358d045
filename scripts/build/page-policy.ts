import { createHash } from 'node:crypto'
import { contentDirectives } from '#server/http/security-headers.ts'

// Build steps that allow a strict content security policy (src/server/http/security-headers.ts).

/** The policy of prerendered pages, in their <meta>. They have no payments, and a header restricts framing. */
export function prerenderedPagePolicy(variables: Record<string, string | undefined>): string[] {
  const name = variables.PUBLIC_FIREBASE_STORAGE_BUCKET
  return contentDirectives({
    backend: variables.PUBLIC_API_BASE_URL ?? '',
    bucket: name ? { emulatorHost: variables.PUBLIC_FIREBASE_STORAGE_EMULATOR_HOST, name } : null,
    hasCardPayments: false
  })
}

const SCRIPT = /\/node_modules\/sonner\/dist\/\w+\.m?js$/
const INJECTION = /^__insertCSS\(".*"\);$/m

/** sonner's script injects its styles in a way that the policy blocks. A stylesheet imports them instead. */
export function removeInjectedStyles() {
  return {
    apply: 'build' as const,
    name: 'without-injected-styles',
    transform(code: string, id: string) {
      if (!SCRIPT.test(id)) return null
      if (!INJECTION.test(code)) throw new Error('sonner has changed how it injects its styles')
      return { code: code.replace(INJECTION, ''), map: null }
    }
  }
}

const FRONTMATTER_START = /^---\n/
const INLINE_SCRIPT = /<script is:inline(?: type="speculationrules")?>(.*?)<\/script>/gs
const cspHash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** Bundlers do not minify inline scripts, so this removes the indentation. */
const unindent = (text: string) => text.replaceAll(/^\s+/gm, '')

/** Astro adds hashes for bundled scripts, but not for inline scripts. */
export function hashInlineScripts() {
  return {
    apply: 'build' as const,
    name: 'with-hashes-of-inline-scripts',
    transform: {
      handler(code: string, id: string) {
        const short = code.replaceAll(INLINE_SCRIPT, unindent)
        const scripts = id.endsWith('.astro') ? [...short.matchAll(INLINE_SCRIPT)] : []
        if (scripts.length === 0) return null
        const hashCalls = scripts.map(([, text = '']) => `Astro.csp?.insertScriptHash('${cspHash(text)}')\n`).join('')
        const withFrontmatter = FRONTMATTER_START.test(short) ? short : `---\n---\n${short}`
        return { code: withFrontmatter.replace(FRONTMATTER_START, `---\n${hashCalls}`), map: null }
      },
      order: 'pre' as const
    }
  }
}

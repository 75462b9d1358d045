import type { AstroIntegration } from 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    /** When it was drawn, an instant in ISO. */
    'client:asleep'?: string
  }
}

/** `client:asleep`: an island that is drawn whole comes alive only when it is touched, or looked at again later. */
export function asleep(): AstroIntegration {
  return {
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        // Looked up from the root.
        addClientDirective({ entrypoint: './src/bundling/hydrate-on-interaction.ts', name: 'asleep' })
      }
    },
    name: 'asleep'
  }
}

import type { AstroIntegration } from 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    /** When it was drawn, an instant in ISO. */
    'client:interaction'?: string
  }
}

/** `client:interaction`: a server-rendered island hydrates at the first touch, or when the page is shown again later. */
export function hydrateOnInteraction(): AstroIntegration {
  return {
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        // Looked up from the root.
        addClientDirective({ entrypoint: './src/bundling/hydrate-on-interaction.ts', name: 'interaction' })
      }
    },
    name: 'interaction'
  }
}

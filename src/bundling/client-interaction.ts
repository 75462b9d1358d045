import type { AstroIntegration } from 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    /** Time of rendering, ISO. */
    'client:interaction'?: string
  }
}

/**
 * Adds `client:interaction`: a server-rendered island hydrates on the first interaction, or when the page is shown
 * again later.
 */
export function hydrateOnInteraction(): AstroIntegration {
  return {
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        // Relative to the project root.
        addClientDirective({ entrypoint: './src/bundling/hydrate-on-interaction.ts', name: 'interaction' })
      }
    },
    name: 'interaction'
  }
}

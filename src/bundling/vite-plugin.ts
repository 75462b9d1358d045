import type { ViteUserConfig } from 'astro'

/** A plugin of the Vite version that Astro brings. */
export type VitePlugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>

/** The address of the external backend that the pages were built for; empty for the embedded one. */
export const externalBackend = (): string => import.meta.env.PUBLIC_API_BASE_URL ?? ''

export const hasExternalBackend = () => externalBackend() !== ''

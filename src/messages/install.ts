import { BRAND_NAME } from '#domain/brand/brand.ts'

export const install = 'Install'
export const installText = 'Open it with one tap, and see your PIN without a connection.'
export const installTitle = `Install ${BRAND_NAME}`

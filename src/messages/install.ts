import { BRAND_NAME } from '#domain/brand/brand.ts'

export const install = 'Install'
export const installText = `Install ${BRAND_NAME} on this device: it opens with one tap and shows your PIN without a connection.`
export const installTitle = 'Keep your PIN at hand'
export const notNow = 'Not now'

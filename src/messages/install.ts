import { BRAND_NAME } from '#domain/brand/brand.ts'

export const install = 'Install'
export const installText = `Install ${BRAND_NAME} to open it with one tap and see your PIN offline.`
export const installTitle = 'Keep your PIN at hand'

import { brand } from '#messages/app-shell.ts'

export const install = 'Install'
export const installText = `Install ${brand} on this device: it opens with one tap and shows your PIN without a connection.`
export const installTitle = 'Keep your PIN at hand'
export const notNow = 'Not now'

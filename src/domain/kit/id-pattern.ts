/** The ids that our backend makes: 32 hexadecimal digits (server/runtime/ids.ts). */
export const ID_PATTERN = /^[\da-f]{32}$/

/** The ids that our backend makes: 32 hexadecimal digits (server/runtime/crypto.ts). */
export const ID_PATTERN = /^[\da-f]{32}$/

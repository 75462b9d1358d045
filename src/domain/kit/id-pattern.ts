/** The ids that our backend makes: 32 hexadecimal digits (server/runtime/crypto.ts). */
export const ID_PATTERN = /^[\da-f]{32}$/

/** A new id of a request that may be sent again. */
export const newRequestId = (): string => crypto.randomUUID().replaceAll('-', '')

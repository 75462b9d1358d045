/**
 * Whether the pages call the API of their own Worker. Another backend has only the calls of the specification. The
 * build inlines the value. Therefore it compares the variable itself: a constant of another file is not inlined in
 * time.
 */
export const IS_BACKEND_EMBEDDED = (import.meta.env.PUBLIC_API_BASE_URL ?? '') === ''

/** Formats `('won', 'lost')` for SQL. Pass domain constants only, never client input. */
export const sqlStringList = (words: readonly string[]) => `(${words.map(word => `'${word}'`).join(', ')})`

/** Answers may overtake each other, and only the last question counts: asking tells how to see whether it still does. */
export function latestOnly(): () => () => boolean {
  let latest = 0
  return () => {
    const current = ++latest
    return () => current === latest
  }
}

/** Combines the functions that stop a screen's listeners into one. */
export function stopAll(stops: readonly ((() => void) | undefined)[]): () => void {
  return () => {
    for (const stop of stops) stop?.()
  }
}

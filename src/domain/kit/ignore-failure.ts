/**
 * For work that nobody waits for, such as a preload or a clean-up: its failure is ignored. Resolves when the work has
 * ended.
 */
export async function ignoreFailure(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined)
}

import { ignoreFailure } from '#domain/kit/failures.ts'
import { siteAnswers } from './network.ts'

// Code that a page loads only when it is needed. Browsers that follow the HTML standard from before July 2026
// (whatwg/html#10327), such as every Chrome before 156, keep a failed import until the page is loaded again.

/** Code that does not load although the site answers: only a reload of the page helps. */
export class PartError extends Error {
  override name = 'PartError'
}

export interface LazyPart<Part> {
  /** Rejects with a PartError, or with the error of the import if the site does not answer. */
  load: () => Promise<Part>
  /** Loads it while nobody waits for it, and only if the site answers, because a failure may be kept. */
  preload: () => void
}

/** Every `import()` of the browser goes through here. */
export function lazyPart<Part>(importPart: () => Promise<Part>): LazyPart<Part> {
  let isPreloading = false
  const preload = async () => {
    if (isPreloading) return
    isPreloading = true
    if (await siteAnswers()) await ignoreFailure(importPart())
    else isPreloading = false
  }
  return {
    load: () =>
      importPart().catch(async (error: unknown) => {
        if (!(await siteAnswers())) throw error
        return importPart().catch((cause: unknown) => {
          throw new PartError('A part of the page did not load', { cause })
        })
      }),
    preload: () => void preload()
  }
}

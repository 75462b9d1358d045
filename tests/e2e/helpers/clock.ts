import type { Page } from 'playwright/test'

/**
 * Lets the server's answers tell the time of the page's clock, which the test sets. The product goes by the server's
 * time, and this server always has the real one.
 */
export async function showServerTimeOfPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { fetch } = window
    window.fetch = async (...request) => {
      const answer = await fetch(...request)
      const timed = new Response(answer.body, answer)
      timed.headers.set('date', new Date().toUTCString())
      return timed
    }
    // Before the scripts of the page.
    document.addEventListener('readystatechange', () => {
      const { dataset } = document.documentElement
      if (document.readyState === 'interactive' && dataset.renderedAt) dataset.renderedAt = String(Date.now())
    })
  })
}

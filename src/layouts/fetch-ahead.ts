// Once a page is quiet, what the next one runs comes into the browser's cache, unless the device saves data.

interface Connection {
  saveData?: boolean
}

/** A page that never is quiet goes on being used all the same. */
const AT_LATEST_MS = 3000

const { connection } = navigator as Navigator & { connection?: Connection }
const links = document.querySelector<HTMLTemplateElement>('#fetch-ahead')

if (links && !connection?.saveData && 'requestIdleCallback' in window) {
  addEventListener('load', () =>
    requestIdleCallback(() => document.head.append(links.content), { timeout: AT_LATEST_MS })
  )
}

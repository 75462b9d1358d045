// Once a page is quiet, what the next one runs comes into the browser's cache, unless the device saves data.

interface Connection {
  saveData?: boolean
}

const { connection } = navigator as Navigator & { connection?: Connection }
const links = document.querySelector<HTMLTemplateElement>('#fetch-ahead')

if (links && !connection?.saveData && 'requestIdleCallback' in window) {
  addEventListener('load', () => requestIdleCallback(() => document.head.append(links.content)))
}

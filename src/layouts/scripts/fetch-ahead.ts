// Prefetches the scripts of likely next pages one second after load, unless the device saves data.

const PREFETCH_DELAY_MS = 1000

interface Connection {
  saveData?: boolean
}

const { connection } = navigator as Navigator & { connection?: Connection }
const links = document.querySelector<HTMLTemplateElement>('#fetch-ahead')

if (links && !connection?.saveData) {
  addEventListener('load', () => setTimeout(() => document.head.append(links.content), PREFETCH_DELAY_MS))
}

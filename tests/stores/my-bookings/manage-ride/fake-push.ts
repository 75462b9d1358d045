import { vi } from 'vitest'

/** The push manager of a browser without its push service, and the visitor's answer to the browser's question. */
export class FakePush {
  subscription: { endpoint: string; key: string } | null = null
  permission: NotificationPermission = 'default'
  /** What the visitor answers. */
  answer: NotificationPermission = 'granted'
  isServiceDown = false
  subscribed = 0

  #toSubscription({ endpoint }: { endpoint: string }) {
    return {
      endpoint,
      toJSON: () => ({ endpoint, keys: { auth: 'a'.repeat(22), p256dh: `B${'p'.repeat(86)}` } }),
      unsubscribe: async () => {
        this.subscription = null
        return true
      }
    }
  }

  readonly pushManager = {
    getSubscription: async () => this.subscription && this.#toSubscription(this.subscription),
    subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
      if (this.isServiceDown) throw new DOMException('Registration failed', 'AbortError')
      this.subscription = { endpoint: `https://fcm.googleapis.com/fcm/send/${++this.subscribed}`, key }
      return this.#toSubscription(this.subscription)
    }
  }

  /** Installs it in the page, which the server rendered with push. */
  install(): void {
    const registration = { pushManager: this.pushManager }
    const ask = async () => {
      this.permission = this.permission === 'default' ? this.answer : this.permission
      return this.permission
    }
    const notification = Object.defineProperty({ requestPermission: ask }, 'permission', { get: () => this.permission })
    vi.stubGlobal('Notification', notification)
    vi.stubGlobal('PushManager', class {})
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: { getRegistration: async () => registration, ready: Promise.resolve(registration) }
    })
    document.documentElement.dataset.push = ''
  }

  remove(): void {
    delete document.documentElement.dataset.push
    Reflect.deleteProperty(navigator, 'serviceWorker')
  }
}

import { ICON_192 } from '#domain/brand/brand.ts'
import type { PushPayload } from '#domain/outbox/outbox.ts'

// Push messages of the server (server/outbox/providers/web-push.ts) as notifications.

/** Whether a push message has the shape that the server sends. A kind that this version does not know is shown too. */
export function isPushPayload(message: unknown): message is PushPayload {
  const { body, path, tag, title } = Object(message) as Record<string, unknown>
  return [body, path, tag, title].every(text => typeof text === 'string')
}

/** The arguments of `showNotification`. A later message of the same kind replaces the notification. */
export function notificationOf({ body, path, tag, title }: PushPayload) {
  return [title, { body, data: { path }, icon: ICON_192, tag }] as const
}

/** The open window that shows the page, whatever its parameters. */
export function windowAt<Open extends { url: string }>(windows: readonly Open[], target: URL): Open | undefined {
  return windows.find(({ url }) => {
    const { origin, pathname } = new URL(url)
    return origin === target.origin && pathname.replace(/\/$/, '') === target.pathname.replace(/\/$/, '')
  })
}

import { BRAND_NAME, ICON_192 } from '#domain/brand/brand.ts'
import { orFallback } from '#domain/kit/failures.ts'
import type { PushPayload } from '#domain/outbox/outbox.ts'
import { PATHS } from '#domain/routes.ts'
import * as appShellText from '#messages/app-shell.ts'

// Push messages of the server (server/outbox/web-push.ts) as notifications.

/** Shown for a message that cannot be read, because some browsers end the subscription of a site that shows none. */
const FALLBACK: PushPayload = {
  body: appShellText.pushFallback,
  path: PATHS.myBookings,
  tag: 'unreadable',
  title: BRAND_NAME
}

/** The message in the data of a push event, or a general one if the data cannot be read. */
export function parsePushMessage(data: { json: () => unknown } | null): PushPayload {
  const message = orFallback(() => data?.json(), null)
  return isPushPayload(message) ? message : FALLBACK
}

/** Whether a push message has the shape that the server sends. */
export function isPushPayload(message: unknown): message is PushPayload {
  const { body, path, tag, title } = Object(message) as Record<string, unknown>
  return [body, path, tag, title].every(text => typeof text === 'string')
}

/** The arguments of `showNotification`. A later message with the same tag replaces the notification. */
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

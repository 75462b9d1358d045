import type { BookingBlock } from '#domain/riders/licence.ts'
import { LICENCE_PATH, PATHS } from '#domain/routes.ts'
import { supportRequest } from '#messages/app-shell.ts'
import { contactUs, openProfile } from '#messages/booking/booking-block.ts'
import { chatWithSupport } from '#messages/labels.ts'
import { supportChatUrl } from './support.ts'

// Not in support.ts, which every page loads.

/** Why a rider cannot book. */
export type BookingObstacle = BookingBlock | 'property_paused'

/** Where a rider can do something about it; null if there is only to wait. */
export function obstacleLink(obstacle: BookingObstacle, own?: string | null) {
  if (obstacle === 'license_unreviewed') return null
  if (obstacle === 'license_expired' || obstacle === 'license_rejected')
    return { href: LICENCE_PATH, label: openProfile }
  const chat = supportChatUrl(supportRequest(null), own)
  return chat ? { href: chat, isNewTab: true, label: chatWithSupport } : { href: PATHS.contact, label: contactUs }
}

import type { BookingBlock } from '#domain/riders/licence.ts'
import { LICENCE_PATH, PATHS } from '#domain/routes.ts'
import * as appShellText from '#messages/app-shell.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import * as commonText from '#messages/common.ts'
import { supportChatUrl } from './support.ts'

// Not in support.ts, which every page loads.

/** Why a rider cannot book. */
export type BookingObstacle = BookingBlock | 'property_paused'

/** Where a rider can do something about it; null if there is only to wait. */
export function obstacleLink(obstacle: BookingObstacle, own?: string | null) {
  if (obstacle === 'license_unreviewed') return null
  if (obstacle === 'license_expired' || obstacle === 'license_rejected')
    return { href: LICENCE_PATH, label: bookingBlocksText.openProfile }
  const chat = supportChatUrl(appShellText.supportRequest(null), own)
  return chat
    ? { href: chat, isNewTab: true, label: commonText.chatWithSupport }
    : { href: PATHS.contact, label: bookingBlocksText.contactUs }
}

import { dayAndTimeText } from '#domain/time/time-texts.ts'
import * as activityText from '#messages/admin/activity.ts'

// When a button was pressed, of what a phone has kept without a network.

/** Null without a time, and where the clock of the device was wrong: after `now`, or before `since`. */
export const pressTime = (pressed: Date | null | undefined, since: Date, now: Date): Date | null =>
  pressed && pressed >= since && pressed <= now ? pressed : null

/** For the detail of its entry in the activity log. */
export const pressDetail = (pressed: Date | null | undefined, now: Date): string | undefined =>
  pressed ? activityText.pressedText(dayAndTimeText(pressed, now)) : undefined

import type { DocsOf } from '#contract/kit/endpoint-docs.ts'
import * as text from '#messages/account/reminders.ts'
import type * as push from './push.ts'

const endpoint = 'https://fcm.googleapis.com/fcm/send/d61c5u920dw:APA91bHuN'

export const docs: DocsOf<typeof push> = {
  getPush: {
    response: {
      public_key: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
    },
    summary: 'Get the key with which a browser subscribes to push messages'
  },
  subscribeToPush: {
    refusals: ['device_keys_invalid', 'push_is_off', 'too_many_requests'],
    request: {
      endpoint,
      keys: {
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
      }
    },
    response: { message: text.isOn },
    summary: 'Send reminders to a device'
  },
  unsubscribeFromPush: {
    request: { endpoint },
    response: { message: text.turnedOff },
    summary: 'Send no more reminders to a device'
  }
}

import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { messageResponse } from '#contract/kit/fields.ts'
import { pushDevice, pushEndpoint } from '#contract/riders/push-devices.ts'

// Apart from the account, which every screen of the portal loads.

/** Idempotent. A device that another account had belongs to the caller from now on. */
export const subscribeStaffToPush = defineEndpoint('POST /admin/push', {
  staff: { lowest: 'caretaker', scope: 'none' },
  body: pushDevice,
  output: messageResponse
})

/** Idempotent. */
export const unsubscribeStaffFromPush = defineEndpoint('DELETE /admin/push', {
  staff: { lowest: 'caretaker', scope: 'none' },
  body: pushEndpoint,
  output: messageResponse
})

export const docs = {
  subscribeStaffToPush: {
    refusals: ['device_keys_invalid', 'push_is_off', 'too_many_requests'],
    summary: 'Show trouble on a device'
  },
  unsubscribeStaffFromPush: { summary: 'Show no more trouble on a device' }
} satisfies Docs

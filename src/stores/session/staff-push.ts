import { pushSubscription } from '#client/device/installed-app.ts'
import { call } from '#client/http/api.ts'
import { accountId, staffPushItem, storedToken } from '#client/session/token.ts'
import { subscribeStaffToPush, unsubscribeStaffFromPush } from '#contract/riders/push-devices.ts'
import * as accountText from '#messages/account/account.ts'
import { isLoaded } from '#stores/kit/requests.ts'
import { createDevicePush } from './device-push.ts'
import { $me } from './me.ts'

const account = () => accountId(storedToken() ?? '')

function pushKey(): string | null {
  const me = $me.get()
  return (me !== null && isLoaded(me) && me.push_key) || null
}

/** The trouble of the portal on this device. */
export const staffPush = createDevicePush({
  failed: accountText.notificationsNotSaved,
  forget: endpoint => {
    staffPushItem.remove()
    return call(unsubscribeStaffFromPush, { body: { endpoint } })
  },
  isOffered: () => pushKey() !== null,
  off: accountText.troubleNotShown,
  on: accountText.troubleShown,
  publicKey: async () => pushKey(),
  save: async body => {
    await call(subscribeStaffToPush, { body })
    staffPushItem.write(account())
  }
})

/** Each end of a session ends the browser's subscription. It begins again with the next session of the account. */
export async function restoreStaffPush(): Promise<void> {
  const key = pushKey()
  if (key === null || staffPushItem.read() !== account() || Notification.permission !== 'granted') return
  if (!(await pushSubscription())) await staffPush.subscribe(key)
}

import { serverNow } from '#client/http/server-time.ts'

/** The time by which screens judge what is payable, active or over: the server's, on the server too. */
export function currentTime(): Date {
  return serverNow()
}

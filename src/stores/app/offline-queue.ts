import * as v from 'valibot'
import { type deviceStorageItem, parseJson } from '#client/device/storage.ts'
import { ApiError } from '#client/http/api-error.ts'
import { accountId, storedToken } from '#client/session/token.ts'
import { UNAUTHORISED } from '#domain/constants.ts'
import { errorMessage, showFailure } from '#stores/kit/requests.ts'

// What is pressed without a network waits on this device until the server has decided about it, because there is often no
// network where scooters are parked.

interface QueueOptions<Kept> {
  idOf: (kept: Kept) => string
  /** Whether it is to be sent. What the server has refused may wait for its reader. */
  isToSend?: (kept: Kept) => boolean
  item: ReturnType<typeof deviceStorageItem>
  /** Of the lock between tabs. */
  name: string
  schema: v.GenericSchema<unknown, Kept>
}

/** Each entry is read alone: one that cannot be read, such as one of another version, hides no other. */
export const readable = <Entry>(schema: v.GenericSchema<unknown, Entry>, entries: readonly unknown[]): Entry[] =>
  entries.flatMap(entry => {
    const { issues, output } = v.safeParse(schema, entry)
    return issues ? [] : [output]
  })

export function createOfflineQueue<Kept extends { account: string }>(options: QueueOptions<Kept>) {
  const { idOf, isToSend = () => true, item, name, schema } = options

  /** Of all accounts. A device may still have a single return, as earlier versions kept it. */
  function readAll(): Kept[] {
    return readable(schema, [parseJson(item.read() ?? '')].flat())
  }

  function writeWithout(id: string, ...more: Kept[]): boolean {
    const kept = [...readAll().filter(each => idOf(each) !== id), ...more]
    return kept.length === 0 ? item.remove() : item.write(JSON.stringify(kept))
  }

  /** Those of another account wait until that account signs in again. */
  function read(): Kept[] {
    const token = storedToken()
    return token === null ? [] : readAll().filter(({ account }) => account === accountId(token))
  }

  const waiting = (): Kept[] => read().filter(isToSend)

  /**
   * Makes the function that sends what waits, in the order of the presses, and returns whether any arrived. Two tabs send
   * one after the other, except on insecure pages, where browsers have no locks.
   */
  function createSender(send: (kept: Kept) => Promise<Outcome>): () => Promise<boolean> {
    async function sendAll(): Promise<boolean> {
      let hasSent = false
      for (const id of waiting().map(idOf)) {
        // Read again: it may have been taken back, or sent by another tab.
        const kept = waiting().find(each => idOf(each) === id)
        if (kept && (await send(kept)) === 'sent') hasSent = true
      }
      return hasSent
    }
    let sending: Promise<boolean> | null = null
    return () => {
      const locks = navigator.locks as LockManager | undefined
      sending ??= Promise.resolve(locks ? locks.request(name, sendAll) : sendAll()).finally(() => {
        sending = null
      })
      return sending
    }
  }

  return {
    createSender,
    forget: (id: string): boolean => writeWithout(id),
    /** Returns whether it is kept: the storage of the device may be full. */
    keep: (kept: Kept): boolean => writeWithout(idOf(kept), kept),
    read,
    waiting
  }
}

/** The server could not answer for a moment, or the person must wait or sign in again. */
export const isUndecided = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429 || error.status === UNAUTHORISED

/** The same for what a rider has pressed, or the ride has just changed. */
export const mayTryAgain = (error: unknown) =>
  isUndecided(error) || (error instanceof ApiError && error.code === 'ride_changed')

/** 'kept': it waits for the next try. */
export type Outcome = 'kept' | 'refused' | 'sent'

interface Sending<Body> {
  body: Body
  failureMessage: string
  keep: (body: Body) => void
  /** Gets the reason, which is also shown in a toast. */
  onRefused: (reason: string) => void
  send: (body: Body) => Promise<void>
}

export async function sendKept<Body extends { photo_id: string | null }>(sending: Sending<Body>): Promise<Outcome> {
  const { body, failureMessage, keep, onRefused, send } = sending
  try {
    await send(body)
    return 'sent'
  } catch (error) {
    if (mayTryAgain(error)) return 'kept'
    if (body.photo_id !== null && error instanceof ApiError && error.code === 'invalid_input') {
      // The server no longer has the photo.
      const withoutPhoto = { ...body, photo_id: null }
      keep(withoutPhoto)
      return sendKept({ ...sending, body: withoutPhoto })
    }
    onRefused(errorMessage(error, failureMessage))
    showFailure(error, failureMessage)
    return 'refused'
  }
}

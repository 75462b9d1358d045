import type { R2Bucket, ReadableStream } from '@cloudflare/workers-types'
import { env } from '#server/runtime/env.ts'
import { isFirstThisHour, logError } from '#server/runtime/log.ts'
import { Unavailable } from '#server/runtime/unavailable.ts'

// The errors of developers.cloudflare.com/r2/api/error-codes that pass, by the code at their end, and those that others
// have met. The caller tries again: an upload arrives as a stream, which can be read once only.
const PASSING = /\((?:0|10001|10043|10058)\)|network connection lost|connectivity issue|internal error|unavailable/i

async function orUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    const message = String(error)
    if (!PASSING.test(message)) throw error
    if (isFirstThisHour(`pictures_unavailable: ${message}`, new Date())) logError('pictures_unavailable', { message })
    throw new Unavailable(message)
  })
}

type Arguments<Method extends 'delete' | 'get' | 'head' | 'list'> = Parameters<R2Bucket[Method]>

/** The bucket of the pictures. It throws `Unavailable` for an error that passes. */
export const bucket = {
  delete: (...args: Arguments<'delete'>) => orUnavailable(env.UPLOADS.delete(...args)),
  get: (path: string) => orUnavailable(env.UPLOADS.get(path)),
  head: (...args: Arguments<'head'>) => orUnavailable(env.UPLOADS.head(...args)),
  list: (...args: Arguments<'list'>) => orUnavailable(env.UPLOADS.list(...args)),
  put: (path: string, bytes: ReadableStream, contentType: string) =>
    orUnavailable(env.UPLOADS.put(path, bytes, { httpMetadata: { contentType } }))
}

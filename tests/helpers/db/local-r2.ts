import { step } from '#tests/helpers/browser/steps.ts'

// R2 in this process: each of its calls is a step that can fail. An object is there once all of it has come.

const LISTED_AT_ONCE = 1000

interface Kept {
  key: string
  uploaded: Date
}

const kept = new Map<string, Kept>()

const asked = (what: string) => ({ place: 'bucket', what }) as const

interface ListOptions {
  limit?: number
  startAfter?: string
}

export const bucket = {
  delete: (key: string) =>
    step(asked(`delete ${key}`), () => {
      kept.delete(key)
    }),
  head: (key: string) => step(asked(`head ${key}`), () => kept.get(key) ?? null),
  list: ({ limit = LISTED_AT_ONCE, startAfter = '' }: ListOptions = {}) =>
    step(asked('list'), () => {
      const after = [...kept.values()].filter(({ key }) => key > startAfter).sort((a, b) => (a.key < b.key ? -1 : 1))
      return { objects: after.slice(0, limit), truncated: after.length > limit }
    }),
  put: async (key: string, body: ReadableStream | string) => {
    await new Response(body).arrayBuffer()
    await step(asked(`put ${key}`), () => {
      kept.set(key, { key, uploaded: new Date() })
    })
  }
}

export const keptObjects = () => [...kept.keys()].sort()

export const emptyBucket = () => kept.clear()

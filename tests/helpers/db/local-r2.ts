import { step } from '#tests/helpers/servers/fault-injection.ts'

// R2 in this process; each call is a step that can fail. An object exists once its whole body has arrived.

const LIST_LIMIT = 1000

interface StoredObject {
  key: string
  uploaded: Date
}

const objects = new Map<string, StoredObject>()

const bucketStep = (operation: string) => ({ place: 'bucket', operation }) as const

interface ListOptions {
  limit?: number
  startAfter?: string
}

export const bucket = {
  delete: (key: string) =>
    step(bucketStep(`delete ${key}`), () => {
      objects.delete(key)
    }),
  head: (key: string) => step(bucketStep(`head ${key}`), () => objects.get(key) ?? null),
  list: ({ limit = LIST_LIMIT, startAfter = '' }: ListOptions = {}) =>
    step(bucketStep('list'), () => {
      const after = [...objects.values()].filter(({ key }) => key > startAfter).sort((a, b) => (a.key < b.key ? -1 : 1))
      return { objects: after.slice(0, limit), truncated: after.length > limit }
    }),
  put: async (key: string, body: ReadableStream | string) => {
    await new Response(body).arrayBuffer()
    await step(bucketStep(`put ${key}`), () => {
      objects.set(key, { key, uploaded: new Date() })
    })
  }
}

export const storedKeys = () => [...objects.keys()].sort()

export const emptyBucket = () => objects.clear()

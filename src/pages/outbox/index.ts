import { listSentMessages } from '#server/outbox/development-outbox.ts'

export const GET = () => listSentMessages(new Date())

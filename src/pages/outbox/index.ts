import { listSentMessages } from '#server/outbox/mail-content.ts'

export const GET = () => listSentMessages(new Date())

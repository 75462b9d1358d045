import { showSentMail } from '#server/outbox/mail-content.ts'

export const GET = ({ params }: { params: { id: string } }) => showSentMail(params.id)

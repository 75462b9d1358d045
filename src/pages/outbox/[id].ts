import { showSentMail } from '#server/outbox/development-outbox.ts'

export const GET = ({ params }: { params: { id: string } }) => showSentMail(params.id)

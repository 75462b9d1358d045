import { answerCall } from '#server/routes.ts'

export const ALL = ({ params: { path = '' }, request }: { params: { path?: string }; request: Request }) =>
  answerCall(path, request)

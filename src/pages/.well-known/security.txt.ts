import { showSecurityContact } from '#server/http/security-txt.ts'

export const GET = ({ request }: { request: Request }) => showSecurityContact(request, new Date())

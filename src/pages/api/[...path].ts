export { apiNotFound as ALL } from '#server/http/handle.ts'

export { noSuchCall as ALL } from '#server/http/handle.ts'

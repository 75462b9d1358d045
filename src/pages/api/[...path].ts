export { noSuchCall as ALL } from '#server/http.ts'

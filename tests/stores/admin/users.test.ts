// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listUsers, updateProfileImage } from '#contract/riders/users.ts'
import { users as text } from '#messages/portal.ts'
import { clearTheScene, draw, said, server, setTheScene, settled, until } from '../wire/scene.ts'
import { asha, openTab, picture } from './portal.ts'

beforeEach(setTheScene)
afterEach(clearTheScene)

async function openUsers() {
  const { lists } = await openTab('users')
  server.answer(updateProfileImage, asha)
  const store = await import('#stores/admin/users/users.ts')
  draw(store.$updating)
  const drawn = lists.users.$drawn.get()
  const [first] = typeof drawn === 'string' ? [] : drawn.rows
  if (!first) throw new Error('no user has loaded')
  return { ...store, first, other: { ...first, id: '6' } }
}

describe("'Update Photo'", () => {
  test('sends the image as a form, says so and asks again for the users', async () => {
    const { first, updatePhoto } = await openUsers()
    await settled(updatePhoto(first, picture('asha.jpg', 'image/jpeg')))
    expect(server.sentTo(updateProfileImage)).toMatchObject([
      { body: { image: 'asha.jpg' }, path: '/api/admin/users/5/profile-image' }
    ])
    expect([await said(), server.askedFor(listUsers)]).toEqual([[text.updated], 2])
  })

  test('is busy for that rider alone, and for no longer than the photo takes', async () => {
    const { $updating, first, other, updatePhoto } = await openUsers()
    server.fail(updateProfileImage, { kind: 'slow' }, 2)
    server.fail(listUsers, { kind: 'hangs' })
    const updates = [first, first, other].map(user => updatePhoto(user, picture()))
    await until(() => server.askedFor(updateProfileImage) === 2)
    expect($updating.get()).toEqual(['5', '6'])
    server.release()
    await until(() => $updating.get().length === 0)
    server.mend()
    await settled(Promise.all(updates))
    expect(server.sentTo(updateProfileImage).map(({ path }) => path.split('/').at(-2))).toEqual(['5', '6'])
  })

  test.each([
    ["the server's words", { body: { detail: 'User not found' }, kind: 'answers', status: 404 }, 'User not found'],
    ['none', { kind: 'plain' }, text.updateFailed]
  ] as const)('says its failure with %s, and can be tried again', async (_, fault, sentence) => {
    const { $updating, first, updatePhoto } = await openUsers()
    server.fail(updateProfileImage, fault, 1)
    await settled(updatePhoto(first, picture()))
    expect([await said(), $updating.get()]).toEqual([[sentence], []])
    await settled(updatePhoto(first, picture()))
    expect((await said()).at(-1)).toBe(text.updated)
  })
})

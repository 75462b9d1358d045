import { expect, test } from 'vitest'
import { ADMIN_CALLS } from '#contract/kit/admin-calls.ts'
import { allEndpoints, endpointName } from '#tests/helpers/servers/every-call.ts'

test('every call of admins has a row with its role, and every row its call', () => {
  const forAdmins = allEndpoints.filter(({ access }) => access === 'admin').map(endpointName)
  // Riders read their own photos by the same call.
  expect(Object.keys(ADMIN_CALLS).sort()).toEqual([...forAdmins, 'GET /photos/{id}'].sort())
})

test('a call with a row in its path names it by one parameter, which its scope is about', () => {
  const named = ['booking', 'licence', 'photo', 'plan', 'problem', 'property', 'rider', 'scooter']
  const wrong = Object.entries(ADMIN_CALLS).filter(([call, [role, scope]]) => {
    const count = call.match(/\{\w+\}/g)?.length ?? 0
    // An owner's calls are for all properties.
    return role === 'owner' ? scope !== 'none' : count !== (named.includes(scope) ? 1 : 0)
  })
  expect(wrong).toEqual([])
})

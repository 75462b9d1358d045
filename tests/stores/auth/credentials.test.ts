import * as v from 'valibot'
import { expect, test } from 'vitest'
import { signIn, signInAdmin } from '#contract/auth/sign-in.ts'
import { missingFields } from '#stores/auth/sign-in.ts'

const CREDENTIALS = ['', 'a'].flatMap(email => ['', 'x'].map(password => ({ email, password })))

test.each(CREDENTIALS)('the sign-in forms require the fields that the contract requires: %j', credentials => {
  for (const { body } of [signIn, signInAdmin]) {
    const rejected = v.safeParse(body, credentials).issues?.map(issue => v.getDotPath(issue)) ?? []
    expect(Object.keys(missingFields(credentials))).toEqual(rejected)
  }
})

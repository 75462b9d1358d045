import { expect } from 'playwright/test'
import type { RejectReason } from '#domain/riders/licence.ts'
import { callAsAdmin, getAsAdmin } from './people.ts'

// What the desk decides about a rider, through the API.

interface File {
  id: string
  revision: number
}

async function fileOf(email: string): Promise<File> {
  const found = await getAsAdmin(`/api/admin/users?q=${encodeURIComponent(email)}`)
  const [row] = (await found.json()) as { id: string }[]
  const file = await getAsAdmin(`/api/admin/users/${row?.id}`)
  expect(file.ok(), await file.text()).toBe(true)
  return (await file.json()) as File
}

type LicenceDecision = { decision: 'approve'; expires_on: string } | { decision: 'reject'; reason: RejectReason }

/** For a rider without a paid ride ahead that the decision would stop. */
export async function decideLicence(email: string, decision: LicenceDecision): Promise<void> {
  const { id, revision } = await fileOf(email)
  await callAsAdmin('PUT', `/users/${id}/license`, { ...decision, refund: 0, revision })
}

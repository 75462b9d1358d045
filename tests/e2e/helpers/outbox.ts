import { expect, type Page } from 'playwright/test'
import { CRON_PATH } from '../../ports.ts'
import { baseURL } from './people.ts'

/** Runs the cron, which sends the messages that are due. */
export async function runCron(): Promise<void> {
  const response = await fetch(baseURL() + CRON_PATH)
  expect(response.ok).toBe(true)
}

/** Opens the newest mail with this subject to this address, as the development outbox shows it. */
export async function openMail(page: Page, email: string, subject: RegExp | string): Promise<void> {
  await runCron()
  await page.goto('/outbox')
  await page.getByRole('paragraph').filter({ hasText: email }).getByRole('link', { name: subject }).first().click()
  await expect(page.getByRole('heading', { name: subject })).toBeVisible()
}

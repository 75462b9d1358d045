import { expect, test } from 'vitest'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import { HEALTH_CHECKS } from '#domain/monitoring.ts'
import { alertBody } from '#server/monitoring/alerts.ts'

const SITE = 'https://scootstay.test'
const alert = {
  changed_at: 1_780_000_000,
  checks: JSON.stringify(HEALTH_CHECKS.map((name, index) => ({ count: index + 1, name }))),
  id: 'a1',
  previous: 'ok',
  status: 'broken'
} as const

const slackText = (body: string) => (JSON.parse(body) as { text: string }).text

test('an alert for Slack has its form, with a sentence for each check', () => {
  const body = alertBody(alert, 'https://hooks.slack.com/services/T/B/x', SITE)
  expect(Object.keys(JSON.parse(body))).toEqual(['text'])
  const [title, ...lines] = slackText(body).split('\n')
  expect(title).toBe(`${BRAND_NAME} (${SITE}) is broken.`)
  expect(lines).toHaveLength(HEALTH_CHECKS.length)
  expect(lines[HEALTH_CHECKS.indexOf('refunds_in_review')]).toMatch(/^• \d+ refunds need a decision by an admin\.$/)
})

test('an alert for another host is not changed by the word Slack in its address', () => {
  const body = alertBody(alert, 'https://hook.example/hooks.slack.com', SITE)
  expect(JSON.parse(body)).toMatchObject({ at: '2026-05-28T20:26:40.000Z', id: 'a1', site: SITE, status: 'broken' })
})

test('an alert of a newer version has the names of checks that this version does not know', () => {
  const checks = JSON.stringify([{ count: 2, name: 'moon_full' }])
  const body = alertBody({ ...alert, checks }, 'https://hooks.slack.com/services/T/B/x', SITE)
  expect(slackText(body).split('\n')[1]).toBe('• moon_full: 2')
})

import { expect } from 'playwright/test'
import { DAYS } from '#domain/constants.ts'
import * as admin from '#messages/admin.ts'
import * as portal from '#messages/portal.ts'
import { adminAt, answerTo, press, row } from '../helpers/admin.ts'
import { anotherAdmin, aPlace } from '../helpers/people.ts'
import type { Point } from './admin-catalogue.ts'
import type { Row } from './table.ts'

// Rates and plans.

const { plans, pricing } = portal
const RATES = { hourly_1: 60, hourly_3: 150, hourly_6: 280, hourly_12: 520 }

export const PRICE_ROWS: Row<Point>[] = [
  {
    cause: 'rates that break with the line, and that another admin has added or deleted',
    points: [
      'Failed to create pricing',
      "the server's detail of pricing",
      'Are you sure you want to delete this pricing? It will revert to default rates.',
      'Failed to delete pricing',
      'Failed to update pricing'
    ],
    story: async ({ line, meets, page, toasts }) => {
      const [{ property }, elsewhere] = [await aPlace(), await aPlace()]
      await anotherAdmin('POST', '/pricing', { ...RATES, property_id: property.id })
      await adminAt(page, 'pricing')
      await press(page, pricing.add)
      await page.getByLabel(pricing.property).selectOption(elsewhere.property.id)
      line.breaks(/\/admin\/pricing$/, 'cut')
      await press(page, pricing.create)
      await toasts('Failed to create pricing')
      line.mends()
      await anotherAdmin('POST', '/pricing', { ...RATES, property_id: elsewhere.property.id })
      await press(page, pricing.create)
      await toasts("the server's detail of pricing", admin.pricingExists)
      await expect(page.getByLabel(pricing.property)).toHaveAccessibleDescription(admin.pricingExists)
      await press(page, portal.cancel)

      line.breaks(/\/admin\/pricing\/.+$/, 'cut')
      await press(page, portal.named(portal.remove, property.name))
      await answerTo(page, pricing.deleteQuestion, portal.remove)
      meets('Are you sure you want to delete this pricing? It will revert to default rates.')
      await toasts('Failed to delete pricing')
      await press(page, portal.named(portal.edit, property.name))
      await page.getByLabel(portal.rateFor('1 hour')).fill('75')
      await press(page, portal.save)
      await toasts('Failed to update pricing')
      await expect(page.getByLabel(portal.rateFor('1 hour'))).toHaveValue('75')
    }
  },
  {
    cause: 'a plan that breaks with the line, and that another admin has deleted',
    points: [
      'Failed to create pricing plan',
      'the question before a plan is deleted',
      'Failed to delete pricing plan',
      'Failed to update pricing plan',
      "the server's detail of a plan"
    ],
    story: async ({ line, meets, page, toasts }) => {
      const { property } = await aPlace()
      const plan = { available_days: DAYS, cost: 220, hours: 4, is_active: true, name: 'Half a Day' }
      const { id } = await anotherAdmin<{ id: string }>('POST', '/pricing-plans', { ...plan, property_id: property.id })
      await adminAt(page, 'plans')
      await press(page, plans.add)
      await page.getByLabel(plans.name).fill('Another Deal')
      await page.getByLabel(plans.cost).fill('99')
      line.breaks(/\/admin\/pricing-plans/, 'cut')
      await press(page, plans.create)
      await toasts('Failed to create pricing plan')
      await press(page, portal.cancel)

      const there = row(page, property.name)
      await press(there, portal.named(portal.remove, plan.name))
      await answerTo(page, plans.deleteQuestion, portal.remove)
      meets('the question before a plan is deleted')
      await toasts('Failed to delete pricing plan')
      await press(there, portal.named(portal.edit, plan.name))
      await page.getByLabel(plans.cost).fill('240')
      await press(page, portal.save)
      await toasts('Failed to update pricing plan')
      line.mends()
      await anotherAdmin('DELETE', `/pricing-plans/${id}`)
      await press(page, portal.save)
      await toasts("the server's detail of a plan", admin.planNotFound)
      await expect(page.getByLabel(plans.cost)).toHaveValue('240')
    }
  }
]

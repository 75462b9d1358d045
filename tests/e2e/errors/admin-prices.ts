import { expect } from 'playwright/test'
import { DAYS } from '#domain/constants.ts'
import * as portalCatalogue from '#messages/admin/catalogue/catalogue.ts'
import * as catalogueResponses from '#messages/admin/catalogue/catalogue.ts'
import * as lists from '#messages/admin/lists.ts'
import * as labels from '#messages/labels.ts'
import { answerDialog, clickButton, deleteRow, openAdminTab, row } from '../helpers/admin.ts'
import { callAsAdmin, createPropertyWithScooter } from '../helpers/people.ts'
import type { CatalogueEntry } from './admin-catalogue.ts'
import type { Row } from './table.ts'

const { plans, pricing } = portalCatalogue
const RATES = { hourly_1: 60, hourly_3: 150, hourly_6: 280, hourly_12: 520 }

export const PRICE_ROWS: Row<CatalogueEntry>[] = [
  {
    cause: 'saving rates over a broken connection, and after another admin added some',
    entries: [
      'Failed to create pricing',
      "the server's detail of pricing",
      'Are you sure you want to delete this pricing? It will revert to default rates.',
      'Failed to delete pricing',
      'Failed to update pricing'
    ],
    run: async ({ faultProxy, covers, page, expectToast }) => {
      const [{ property }, other] = [await createPropertyWithScooter(), await createPropertyWithScooter()]
      await callAsAdmin('POST', '/pricing', { ...RATES, property_id: property.id })
      await openAdminTab(page, 'pricing')
      await clickButton(page, pricing.add)
      await page.getByLabel(pricing.property).selectOption(other.property.id)
      faultProxy.fail(/\/admin\/pricing$/, 'cut')
      await clickButton(page, pricing.create)
      await expectToast('Failed to create pricing')
      faultProxy.restore()
      await callAsAdmin('POST', '/pricing', { ...RATES, property_id: other.property.id })
      await clickButton(page, pricing.create)
      await expectToast("the server's detail of pricing", catalogueResponses.pricingExists)
      await expect(page.getByLabel(pricing.property)).toHaveAccessibleDescription(catalogueResponses.pricingExists)
      await clickButton(page, labels.cancel)

      faultProxy.fail(/\/admin\/pricing\/.+$/, 'cut')
      await deleteRow(page, property.name, pricing.deleteQuestion)
      covers('Are you sure you want to delete this pricing? It will revert to default rates.')
      await expectToast('Failed to delete pricing')
      await clickButton(page, lists.actionOn(lists.edit, property.name))
      await page.getByLabel(portalCatalogue.rateLabel(1)).fill('75')
      await clickButton(page, labels.save)
      await expectToast('Failed to update pricing')
      await expect(page.getByLabel(portalCatalogue.rateLabel(1))).toHaveValue('75')
    }
  },
  {
    cause: 'saving a plan over a broken connection, and after another admin deleted it',
    entries: [
      'Failed to create pricing plan',
      'the question before a plan is deleted',
      'Failed to delete pricing plan',
      'Failed to update pricing plan',
      "the server's detail of a plan"
    ],
    run: async ({ faultProxy, covers, page, expectToast }) => {
      const { property } = await createPropertyWithScooter()
      const plan = { available_days: DAYS, cost: 220, hours: 4, is_active: true, name: 'Half a Day' }
      const { id } = await callAsAdmin<{ id: string }>('POST', '/pricing-plans', { ...plan, property_id: property.id })
      await openAdminTab(page, 'plans')
      await clickButton(page, plans.add)
      await page.getByLabel(plans.name).fill('Another Deal')
      await page.getByLabel(plans.cost).fill('99')
      await expect(page.getByRole('dialog').getByLabel(plans.property, { exact: true })).toHaveValue(/./)
      faultProxy.fail(/\/admin\/pricing-plans/, 'cut')
      await clickButton(page, plans.create)
      await expectToast('Failed to create pricing plan')
      await clickButton(page, labels.cancel)

      const propertyRow = row(page, property.name)
      await clickButton(propertyRow, lists.actionOn(lists.deleteLabel, plan.name))
      await answerDialog(page, plans.deleteQuestion, lists.deleteLabel)
      covers('the question before a plan is deleted')
      await expectToast('Failed to delete pricing plan')
      await clickButton(propertyRow, lists.actionOn(lists.edit, plan.name))
      await page.getByLabel(plans.cost).fill('240')
      await clickButton(page, labels.save)
      await expectToast('Failed to update pricing plan')
      faultProxy.restore()
      await callAsAdmin('DELETE', `/pricing-plans/${id}`)
      await clickButton(page, labels.save)
      await expectToast("the server's detail of a plan", catalogueResponses.planNotFound)
      await expect(page.getByLabel(plans.cost)).toHaveValue('240')
    }
  }
]

import { expect } from 'playwright/test'
import { screenPath } from '#domain/admin/screens.ts'
import { approvedUntil } from '#messages/account/profile.ts'
import * as lists from '#messages/admin/lists.ts'
import * as review from '#messages/admin/review.ts'
import { licencePhoto } from '#messages/admin/riders.ts'
import { accessibilityViolations, faultsInLargeText, setTextSize } from '#tests/e2e/helpers/accessible.ts'
import { clickButton } from '#tests/e2e/helpers/admin.ts'
import { visit } from '#tests/e2e/helpers/people.ts'
import { joinBy, setUpQueue } from '#tests/e2e/helpers/staff.ts'
import { test } from '#tests/e2e/helpers/test.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'

test.use({ viewport: { height: 640, width: 360 } })

const { panel, queue } = review

test(
  'a manager goes through the licences to review on a small phone, and rejects one of them',
  NIGHTLY,
  async ({ page }) => {
    const names = ['Anu Rao', 'Lakshmi Venkatasubramanian', 'Chitra Das'] as const
    const { email, link } = await setUpQueue(names)
    await joinBy(page, link, email)
    await visit(page, screenPath('licences'))
    const faults = [...(await accessibilityViolations(page, 'queue')), ...(await faultsInLargeText(page, 'queue'))]
    await setTextSize(page, '100%')
    await page.getByRole('button', { name: lists.actionOn(panel.open, names[0]) }).tap()
    for (const name of names) {
      const file = page.getByRole('dialog', { name })
      await expect(file.getByRole('img', { name: licencePhoto.alt(name) })).toBeInViewport()
      for (const button of [panel.approve, panel.reject])
        await expect(file.getByRole('button', { name: button })).toBeInViewport({ ratio: 1 })
      if (name === names[1]) {
        faults.push(...(await accessibilityViolations(page, 'file')), ...(await faultsInLargeText(page, 'file')))
        await setTextSize(page, '100%')
        await file.getByRole('button', { name: panel.reject }).tap()
        const question = page.getByRole('alertdialog', { name: review.rejectQuestion(name) })
        await clickButton(question, panel.reject)
        await expect(question.getByRole('radio').first()).toBeFocused()
        await expect(question.getByRole('group')).toHaveAccessibleDescription(review.reasonMissing)
        await question.getByLabel(review.REASONS.wrong_class).check()
        await clickButton(question, panel.reject)
      } else {
        await file.getByLabel(panel.validUntil).fill('2031-03-12')
        await file.getByRole('button', { name: panel.approve }).tap()
      }
      await expect(file).toBeHidden()
    }
    await expect(page.getByRole('heading', { name: queue.empty })).toBeVisible()
    await visit(page, screenPath('users'))
    await page.getByRole('button', { name: lists.actionOn(panel.open, names[0]) }).tap()
    await expect(page.getByRole('dialog', { name: names[0] })).toContainText(approvedUntil('2031-03-12'))
    faults.push(...(await faultsInLargeText(page, 'decided file')))
    expect(faults).toEqual([])
  }
)

// @vitest-environment jsdom

import { describe, expect, test } from 'vitest'
import { getBooks } from '#contract/receipts/books.ts'
import { closeMonth, getMonth, type MonthBooks } from '#contract/receipts/months.ts'
import * as booksText from '#messages/admin/books.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { errorFault, refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { openTab } from '#tests/stores/admin/page.ts'
import { mountStores, server, setUpBrowserTab, shownToasts, waitForTask } from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

const MONTH = '2026-05'
const none = { count: 0, rows: [], sum: 0 }

/** All that was paid has arrived. */
const agreeing: MonthBooks = {
  arrived: 976.4,
  as_of: '2026-06-13T04:30:00.000Z',
  charged: 23.6,
  charged_tax: 3.6,
  closed_at: null,
  difference: 0,
  is_known: true,
  is_test: false,
  lists: { missing: none, unknown: none, without_note: none },
  month: MONTH,
  note: null,
  open_because: null,
  other: 0,
  received: 1100,
  refunded: 100,
  settlements: [{ amount: 976.4, id: 'setl_1', settled_at: '2026-05-05T04:30:00.000Z', utr: 'UTR1' }]
}
const differing: MonthBooks = {
  ...agreeing,
  difference: 140,
  lists: { ...agreeing.lists, unknown: { count: 1, rows: [{ amount: 140, id: 'pay_1', is_refund: false }], sum: 140 } }
}

async function openPanel(month: MonthBooks) {
  await openTab('overview')
  server.answer(getMonth, month)
  server.answer(getBooks, { months: [], properties_without_registration: 0, scooters_without_kind: 0 })
  const store = await import('#stores/admin/overview/book-month.ts')
  mountStores(store.$openMonth, store.$bookMonth, store.closingForm.$fields)
  await waitForTask(store.openMonth(MONTH))
  return { ...store, shown: () => store.$bookMonth.get() }
}

const bodies = () => server.requestsTo(closeMonth).map(({ body }) => body)

describe('a month of the books', () => {
  test('that agrees has figures that add up, and is closed without a note', async () => {
    const panel = await openPanel(agreeing)
    expect(panel.shown()).toMatchObject({
      asOf: booksText.payoutsAsOf('Sat 10:00\u00A0am'),
      canClose: true,
      comparison: booksText.agree,
      differs: false,
      figures: [
        [booksText.figures.received_online, '₹1,100'],
        [booksText.figures.given_back, '−₹100'],
        [booksText.figures.fees, '−₹20'],
        [booksText.figures.tax_on_fees, '−₹3.60'],
        [booksText.figures.other, '₹0'],
        [booksText.figures.arrived, '₹976.40']
      ],
      lists: []
    })
    server.answer(closeMonth, { ...agreeing, closed_at: '2026-06-08T06:00:00.000Z' })
    await waitForTask(panel.closeMonth())
    expect(bodies()).toEqual([{ arrived: 976.4, difference: 0 }])
    expect(panel.shown()).toMatchObject({ canClose: false, closed: 'Closed on 8 Jun' })
    expect(server.requestCount(getBooks)).toBe(1)
  })

  test('that differs says by how much and where, and keeps the note until it is closed', async () => {
    const panel = await openPanel(differing)
    expect(panel.shown()).toMatchObject({
      comparison: booksText.differ(140),
      differs: true,
      lists: [{ count: 1, sum: 140, title: booksText.lists.unknown }]
    })
    server.fail(closeMonth, errorFault([{ loc: ['body', 'note'], msg: booksText.sayWhy }], 422), 1)
    await waitForTask(panel.closeMonth())
    expect(panel.closingForm.$errors.get()).toEqual({ note: booksText.sayWhy })
    panel.closingForm.setField('note', ' Our shop ')
    server.fail(closeMonth, errorFault('x', 500), 1)
    await waitForTask(panel.closeMonth())
    panel.leaveMonth()
    await waitForTask(panel.openMonth(MONTH))
    expect(panel.closingForm.$fields.get()).toEqual({ note: ' Our shop ' })
    server.answer(closeMonth, { ...differing, closed_at: '2026-06-08T06:00:00.000Z', note: 'Our shop' })
    await waitForTask(panel.closeMonth())
    expect(bodies().at(-1)).toEqual({ arrived: 976.4, difference: 140, note: 'Our shop' })
    expect([panel.shown(), panel.closingForm.$fields.get()]).toMatchObject([{ note: 'Our shop' }, { note: '' }])
  })

  test('that has changed meanwhile is loaded again, and the form says so', async () => {
    const panel = await openPanel(agreeing)
    server.answer(getMonth, differing)
    server.fail(closeMonth, refusalFault('amount_changed', refundsText.amountChanged), 1)
    await waitForTask(panel.closeMonth())
    expect([panel.closingForm.$formError.get(), panel.shown()]).toMatchObject([
      refundsText.amountChanged,
      { comparison: booksText.differ(140) }
    ])
    expect(await shownToasts()).toEqual([])
  })

  test('that cannot be closed yet says why, and claims nothing about payouts that were never read', async () => {
    const panel = await openPanel({
      ...agreeing,
      is_known: false,
      is_test: true,
      open_because: booksText.payoutsUnknown
    })
    expect(panel.shown()).toMatchObject({
      canClose: false,
      comparison: null,
      figures: [],
      openBecause: booksText.payoutsUnknown,
      testMode: booksText.testMode
    })
  })

  test('that fails to load can be tried again', async () => {
    const panel = await openPanel(agreeing)
    server.fail(getMonth, errorFault('x'), 1)
    await waitForTask(panel.openMonth(MONTH))
    expect([panel.shown(), await shownToasts()]).toEqual(['failed', ['x']])
    await waitForTask(panel.retryMonth())
    expect(panel.shown()).toMatchObject({ comparison: booksText.agree })
  })
})

test('the list of months has what was paid out, and when a month was closed', async () => {
  await openTab('overview')
  const figures = { given_back: 100, received: 1100, tax: 0, without_receipt: 0 }
  const empty = { given_back: 0, received: 0, tax: 0, without_receipt: 0 }
  server.answer(getBooks, {
    months: [
      {
        ...figures,
        arrived: 976.4,
        charged: 23.6,
        charged_tax: 3.6,
        closed_at: '2026-06-08T06:00:00Z',
        difference: 140,
        month: '2026-04'
      },
      { ...figures, month: MONTH },
      { ...empty, month: '2026-06' },
      { ...empty, arrived: -50, charged: 0, charged_tax: 0, month: '2026-07' }
    ],
    properties_without_registration: 0,
    scooters_without_kind: 0
  })
  const { $books, books } = await import('#stores/admin/overview/books.ts')
  mountStores($books)
  await waitForTask(books.load())
  const shown = $books.get()
  if (typeof shown === 'string') throw new Error(shown)
  const [july, may, april] = shown.months
  expect(shown.months).toHaveLength(3)
  expect(july?.figures.at(-1)).toEqual([booksText.figures.arrived, '−₹50'])
  expect(may).toMatchObject({ closed: null, month: MONTH })
  expect(may?.figures.map(([label]) => label)).not.toContain(booksText.figures.arrived)
  expect(april?.closed).toBe('Closed on 8 Jun')
  expect(april?.figures.slice(5)).toEqual([
    [booksText.figures.fees, '₹20'],
    [booksText.figures.tax_on_fees, '₹3.60'],
    [booksText.figures.arrived, '₹976.40'],
    [booksText.figures.difference, '₹140']
  ])
})

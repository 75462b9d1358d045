// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { delayed, serverError } from '#tests/helpers/servers/fault-server.ts'
import { advanceTime, leavePage, server, shownToasts } from '#tests/stores/browser-tab.ts'
import { held, riding, saturday } from './bookings.ts'
import { arrive, becomeVisible, listRequests, setUpMyBookings } from './page.ts'

setUpMyBookings()

describe('My Bookings', () => {
  test('loads the list on arriving and again 500 ms later', async () => {
    const { $bookings } = await arrive()
    expect($bookings.get()).toBe('loading')
    await advanceTime(499)
    expect($bookings.get()).toMatchObject([{ id: 'riding' }])
    expect(listRequests()).toBe(1)
    await advanceTime(1)
    expect(listRequests()).toBe(2)
  })
  test('shows the indicator for 300 ms, and the list meanwhile', async () => {
    const { $bookings, $isRefreshing, refreshBookings } = await arrive()
    await advanceTime(2000)
    const refresh = refreshBookings()
    expect($isRefreshing.get()).toBe(true)
    await advanceTime(299)
    expect($isRefreshing.get()).toBe(true)
    expect($bookings.get()).toMatchObject([{ id: 'riding' }])
    await advanceTime(1)
    await refresh
    expect($isRefreshing.get()).toBe(false)
  })
  test('shows the indicator as long as a slow request lasts', async () => {
    const { $isRefreshing, refreshBookings } = await arrive()
    await advanceTime(2000)
    server.answerTo(listMyBookings, () => delayed(900, { body: [] }))
    void refreshBookings()
    await advanceTime(899)
    expect($isRefreshing.get()).toBe(true)
    await advanceTime(1)
    expect($isRefreshing.get()).toBe(false)
  })
  test('refreshes when the tab becomes visible, until the rider leaves', async () => {
    await arrive()
    await advanceTime(2000)
    becomeVisible()
    await advanceTime(0)
    expect(listRequests()).toBe(3)
    leavePage()
    await advanceTime(2000)
    becomeVisible()
    expect(listRequests()).toBe(3)
  })
  test('keeps the list and shows an error when a refresh fails', async () => {
    const { $bookings, refreshBookings } = await arrive()
    await advanceTime(2000)
    server.fail(listMyBookings, serverError)
    void refreshBookings()
    await advanceTime(300)
    expect($bookings.get()).toMatchObject([{ id: 'riding' }])
    expect(await shownToasts()).toEqual(['Failed to load bookings'])
  })
  test('ignores a slower response of an earlier request', async () => {
    const { $bookings, refreshBookings } = await arrive()
    await advanceTime(2000)
    server.answerTo(listMyBookings, () => delayed(800, { body: [riding] }))
    void refreshBookings()
    await advanceTime(0)
    server.answer(listMyBookings, [saturday])
    void refreshBookings()
    await advanceTime(1000)
    expect($bookings.get()).toMatchObject([{ id: 'saturday' }])
  })
  test('shows no error for a failure when a later request succeeds', async () => {
    server.answerTo(listMyBookings, () => delayed(800, serverError))
    const { $bookings } = await arrive()
    await advanceTime(0)
    server.answer(listMyBookings, [riding])
    await advanceTime(2000)
    expect($bookings.get()).toMatchObject([{ id: 'riding' }])
    expect(await shownToasts()).toEqual([])
  })
  test('shows a message when the time to pay has ended', async () => {
    server.answer(listMyBookings, [held])
    await arrive()
    await advanceTime(59_999)
    expect(await shownToasts()).toEqual([])
    await advanceTime(301)
    expect(await shownToasts()).toEqual([paymentsText.holdExpired])
  })
  test('shows no such message when the payment came in time', async () => {
    server.answer(listMyBookings, [held])
    await arrive()
    await advanceTime(59_999)
    server.answer(listMyBookings, [{ ...held, payment_status: 'Completed' }])
    await advanceTime(301)
    expect(await shownToasts()).toEqual([])
  })
})

describe('copying the PIN', () => {
  test('writes the six digits to the clipboard and shows a message', async () => {
    const writeText = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const { copyPin } = await arrive()
    await copyPin('048291')
    expect(writeText).toHaveBeenCalledWith('048291')
    expect(await shownToasts()).toEqual(['PIN copied'])
  })
  test('shows how to copy it manually when the browser refuses', async () => {
    vi.stubGlobal('navigator', {})
    const { copyPin } = await arrive()
    await copyPin('048291')
    expect(await shownToasts()).toEqual([myBookingsText.copyByHand])
  })
})

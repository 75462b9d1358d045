import { describe, expect, test } from 'vitest'
import { signIn, signInAdmin, signOut } from '#contract/auth/sign-in.ts'
import { decideLicence, setSuspension } from '#contract/review/review.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { screenPath } from '#domain/admin/screens.ts'
import { PAUSED_WITHOUT_END } from '#domain/bookings/opening.ts'
import { PATHS } from '#domain/routes.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { atTimeText } from '#domain/time/time-texts.ts'
import { DAY_MINUTES, HOUR_MS, HOUR_SECONDS, SECOND_MS } from '#domain/time/time-units.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import * as commonText from '#messages/common.ts'
import * as homeText from '#messages/home.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import { fillPortal } from '#tests/helpers/data/admin-rows.ts'
import { PASSWORD, setUpAdmin, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { setPropertyRules } from '#tests/helpers/data/property-rules.ts'
import { insertBooking, insertPlan, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { app, sql, startApp, toRequestInit } from '#tests/helpers/servers/app.ts'
import { reviewCalls } from '#tests/server/review/calls.ts'

// The rendered HTML contains what the visitor may see, according to the session cookie.

startApp()

const admin = setUpAdmin()
const calls = reviewCalls(admin)

async function page(path: string, token: string | null, hint = 'user') {
  const cookies = [`userType=${hint}`, ...(token === null ? [] : [`session=${token}`])]
  const reply = await app.fetch(path, { headers: { cookie: cookies.join('; ') } })
  return { headers: reply.headers, html: await reply.text(), status: reply.status }
}

const bookingPage = ({ id }: { id: string }) => `/booking/${id}`

/** A rider on a ride, and the data that only this rider's pages may contain. */
async function riding(pin: string) {
  const property = await insertProperty({ location: `Street ${pin}` })
  const scooter = await insertScooter(property.id, { otp_pin: pin })
  const plan = await insertPlan(property.id)
  const rider = await signedInRider({ name: `Rider of ${pin}`, property_id: property.id })
  const now = Date.now()
  const [start, end] = [new Date(now - HOUR_MS), new Date(now + HOUR_MS)]
  await insertBooking({ end, scooter_id: scooter.id, start, user_id: rider.id })
  return { pin, plan, property, rider, scooter }
}

type Riding = Awaited<ReturnType<typeof riding>>

/** The visible content, without scripts and their data. */
const markupOf = (html: string) => html.replace(/<script.*?<\/script>/gs, '').replace(/ props="[^"]*"/g, '')
/** The PIN is rendered in two separate halves. */
const textOf = (html: string) => markupOf(html).replace(/<[^>]*>/g, '')

describe('the rendered HTML', () => {
  test('of My Bookings contains the PIN, readable without scripts', async () => {
    const { rider, scooter } = await riding('482915')
    const { html } = await page(PATHS.myBookings, rider.token)
    expect(textOf(html)).toContain('482915')
    expect(textOf(html)).toContain(scooter.name)
    expect(textOf(html)).not.toContain(myBookingsText.loading)
  })

  test("of every page contains no 'undefined', 'null' or 'NaN', with and without data", async () => {
    const { rider, scooter } = await riding('482919')
    const admin = await signedInAdmin()
    const visits = [
      ...[PATHS.home, PATHS.myBookings, PATHS.profile, bookingPage(scooter), '/nowhere'].flatMap(path => [
        page(path, rider.token),
        page(path, null)
      ]),
      page(PATHS.auth, null, ''),
      page(PATHS.adminSignIn, null, ''),
      page(PATHS.admin, admin.token, 'admin'),
      page(PATHS.admin, null, 'admin')
    ]
    for (const { html } of await Promise.all(visits))
      expect(textOf(html.replace(/<style.*?<\/style>/gs, ''))).not.toMatch(/\[object|undefined|NaN|\bnull\b/)
  })

  test('of the other pages contains what the rider may see there', async () => {
    const { plan, property, rider, scooter } = await riding('482916')
    const home = markupOf((await page(PATHS.home, rider.token)).html)
    for (const expected of [property.name, property.location, scooter.name, `href="${bookingPage(scooter)}"`])
      expect(home).toContain(expected)
    const booking = markupOf((await page(bookingPage(scooter), rider.token)).html)
    for (const expected of [scooter.name, plan.name]) expect(booking).toContain(expected)
    expect(markupOf((await page(PATHS.profile, rider.token)).html)).toContain(`value="${rider.email}"`)
  })

  test('of the stickers contains the names of the scooters and none of their PINs', async () => {
    const { property, scooter } = await riding('482931')
    const admin = await signedInAdmin()
    const { html } = await page(screenPath('stickers'), admin.token, 'admin')
    for (const expected of [scooter.name, property.name]) expect(textOf(html)).toContain(expected)
    // The select has the places of the properties.
    expect(html.replaceAll(property.location, '')).not.toContain('482931')
  })

  test.each([
    [
      'is suspended',
      ({ rider }: Riding) => admin.call(setSuspension, calls.suspend(rider)),
      bookingBlocksText.BLOCK_TEXTS.rider_suspended
    ],
    [
      'was rejected',
      async ({ rider }: Riding) => admin.call(decideLicence, await calls.reject(rider, 'learner')),
      bookingBlocksText.BLOCK_TEXTS.license_rejected
    ],
    [
      'stays at a paused property',
      ({ property }: Riding) => setPropertyRules(admin, property.id, { paused_until: PAUSED_WITHOUT_END }),
      bookingBlocksText.pausedNote(null, null)
    ]
  ] as const)(
    'of the booking page of a rider who %s says why before anything else, and has no Book Now',
    async (_, stop, why) => {
      const at = await riding('482924')
      const shown = async () => textOf((await page(bookingPage(at.scooter), at.rider.token)).html)
      expect(await shown()).toContain(commonText.bookNow)
      await stop(at)
      expect(await shown()).toContain(commonText.back + why)
      expect(await shown()).not.toContain(commonText.bookNow)
    }
  )

  test('of Home contains the running ride with its PIN, then the same to be returned, else the next one', async () => {
    const { rider, scooter } = await riding('482920')
    const ride = async () => {
      const [, shown] = (await page(PATHS.home, rider.token)).html.match(/data-time-left="">(.*?)<\/span>/) ?? []
      return shown
    }
    const next = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 26 * HOUR_MS)
    const later = { end: new Date(next.getTime() + HOUR_MS), start: next }
    await insertBooking({ ...later, scooter_id: scooter.id, state: 'confirmed', user_id: rider.id })
    expect(await ride()).toMatch(/^1 h left$|^\d+ min left$/)
    expect((await page(PATHS.home, rider.token)).html).toContain('4 8 2 9 2 0')
    await sql('UPDATE bookings SET end_at = unixepoch() - 60 WHERE user_id = ? AND start_at < unixepoch()', rider.id)
    expect(await ride()).toMatch(/^Your ride ended (at|on) /)
    await sql('UPDATE bookings SET returned_at = end_at WHERE user_id = ? AND end_at < unixepoch()', rider.id)
    expect((await page(PATHS.home, rider.token)).html).not.toContain('4 8 2 9 2 0')
    expect(await ride()).toBe(commonText.rideTime(later, new Date()))
    await sql("UPDATE bookings SET state = 'cancelled' WHERE user_id = ?", rider.id)
    expect(await ride()).toBeUndefined()
  })

  test('of Home says when the PIN of a ride can be read, and links to it from then on', async () => {
    const { property, rider } = await riding('482921')
    const admin = await signedInAdmin()
    const setLead = (pin_lead_minutes: number) => setPropertyRules(admin, property.id, { pin_lead_minutes })
    const link = async () =>
      textOf((await page(PATHS.home, rider.token)).html).match(/(See PIN|PIN (?:at|on) .*?[ap]m)/)?.[1]
    const start = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 20 * HOUR_MS)
    await sql(
      'UPDATE bookings SET start_at = ?2, end_at = ?3 WHERE user_id = ?1',
      rider.id,
      start.getTime() / SECOND_MS,
      start.getTime() / SECOND_MS + HOUR_SECONDS
    )
    await setLead(30)
    expect(await link()).toBe(`PIN ${atTimeText(addMinutes(start, -30), new Date())}`)
    await setLead(DAY_MINUTES)
    expect(await link()).toBe('See PIN')
  })

  test('of the dashboard contains the figures, and the overview the latest bookings', async () => {
    const { rider } = await riding('482917')
    const admin = await signedInAdmin()
    expect(markupOf((await page(PATHS.admin, admin.token, 'admin')).html)).toContain(rider.name)
    const { html } = await page(`${PATHS.admin}?tab=plans`, admin.token, 'admin')
    expect(html).toContain('&quot;stats&quot;')
    expect(html).not.toContain(rider.name)
  })

  test('is cached only for its visitor, and can be restored by the back button', async () => {
    const { rider } = await riding('482918')
    expect((await page(PATHS.myBookings, rider.token)).headers.get('cache-control')).toBe('private, no-cache')
  })

  test('identifies the visitor by the claims of the token, without its signature', async () => {
    const { rider } = await riding('482919')
    const [head, claims, proof = ''] = rider.token.split('.')
    const { html } = await page(PATHS.home, rider.token)
    expect(html).toContain(`data-session="${claims}"`)
    expect(html).not.toContain(`${head}.`)
    expect(html).not.toContain(proof)
  })

  test('of two riders at the same time is never mixed up', async () => {
    const [one, other] = await Promise.all([riding('111222'), riding('333444')])
    const turns = Array.from({ length: 12 }, (_, turn) => (turn % 2 === 0 ? [one, other] : [other, one]))
    await Promise.all(
      turns.map(async ([own, others]) => {
        const { html } = await page(PATHS.myBookings, own?.rider.token ?? '')
        expect(html).toContain(own?.pin)
        expect(html).not.toContain(others?.pin)
        const home = await page(PATHS.home, own?.rider.token ?? '')
        expect(home.html).toContain(own?.property.name)
        expect(home.html).not.toContain(others?.property.name)
      })
    )
  })
})

describe('the rendered HTML of the dashboard', () => {
  const HOSTILE = '<i>Palm</i> & "Grove"'
  const SAFE = '&lt;i&gt;Palm&lt;/i&gt; &amp; &quot;Grove&quot;'
  const ADDRESSES = ['properties', 'scooters', 'pricing', 'plans', 'users', 'bookings', 'bookings&view=payments']
  const SCREENS = [...ADDRESSES.map(tab => `${PATHS.admin}?tab=${tab}`), `${PATHS.admin}?view=activity`]

  /** One row for each list, newer than all others, all with the same hostile name. */
  async function adminNamedEverywhere() {
    const admin = await signedInAdmin()
    await fillPortal(2, admin.id)
    for (const table of ['properties', 'pricing_plans', 'scooters', 'users'])
      await sql(`UPDATE ${table} SET name = ?`, HOSTILE)
    await sql('UPDATE bookings SET property_name = ?1, scooter_name = ?1', HOSTILE)
    return admin
  }

  test.each(SCREENS)('contains the rows of %s as escaped text, without scripts from them', async path => {
    const admin = await adminNamedEverywhere()
    const { html } = await page(path, admin.token, 'admin')
    const [, body = ''] = markupOf(html).match(/<tbody>(.*?)<\/tbody>/s) ?? []
    expect(body).toContain(SAFE)
    expect(html).not.toContain(HOSTILE)
    expect(html).not.toMatch(/<script>(?:\$RC|requestAnimationFrame)/)
  })

  test('contains the filter options of a tab, and on the Bookings tab the number of refunds in review', async () => {
    const admin = await adminNamedEverywhere()
    const { html } = await page(`${PATHS.admin}?tab=bookings`, admin.token, 'admin')
    expect(markupOf(html)).toMatch(new RegExp(`<option value="\\w+">${SAFE}</option>`))
    const [, views = ''] = markupOf(html).match(/<div [^>]*class="views"[^>]*>(.*?)<\/div>/s) ?? []
    const [{ waiting = 0 } = {}] = await sql<{ waiting: number }>(
      "SELECT count(*) AS waiting FROM refunds WHERE status = 'review'"
    )
    expect(views).toContain(dashboardText.reviewsWaiting(waiting, false))
  })

  test.each(SCREENS)('contains no rows of %s unless the visitor is a signed-in admin', async path => {
    const [admin, gone, { rider }] = [await adminNamedEverywhere(), await signedInAdmin(), await riding('482923')]
    await gone.call(signOut)
    const forged = `${admin.token.slice(0, -6)}AAAAAA`
    for (const token of [null, rider.token, gone.token, forged]) {
      const { html } = await page(path, token, 'admin')
      expect(html).not.toContain('data-session')
      expect(html).not.toContain('Palm')
    }
  })
})

describe('a page is rendered without data, and loads it in the browser,', () => {
  const isEmpty = async (token: string | null, hint?: string) => {
    const { html, status } = await page(PATHS.myBookings, token, hint)
    expect(status).toBe(200)
    expect(html).toContain(myBookingsText.loading)
    expect(html).not.toContain('data-session')
    expect(html).not.toContain('482920')
  }

  test('without a session cookie', () => isEmpty(null))

  test('with a session that was signed out', async () => {
    const { rider } = await riding('482920')
    await rider.call(signOut)
    await isEmpty(rider.token)
  })

  test('with a session of another kind than the routing cookie says', async () => {
    await isEmpty((await signedInAdmin()).token)
  })

  test('for a scooter of another property, which the API does not return either', async () => {
    const [{ scooter }, { rider }] = [await riding('482921'), await riding('482922')]
    const { html } = await page(bookingPage(scooter), rider.token)
    expect(html).toContain(bookingText.loading)
    expect(html).not.toContain(scooter.name)
  })

  test('on the home page, too', async () => {
    expect((await page(PATHS.home, null)).html).toContain(homeText.loading)
  })
})

describe('the session cookie', () => {
  const cookiesOf = (reply: Response) => reply.headers.getSetCookie()

  async function sentFrom(origin: string, endpoint: typeof signIn | typeof signOut, body?: { email: string }) {
    const request = await toRequestInit(endpoint, body && { ...body, password: PASSWORD })
    return app.fetch(`/api${endpoint.path}`, { ...request, headers: { ...request.headers, origin } })
  }

  test.each([
    ['rider', signIn, signedInRider, 2_592_000],
    ['admin', signInAdmin, signedInAdmin, 43_200]
  ] as const)(
    'of a %s contains the token, is not readable by scripts, and lasts as long as the token',
    async (_, call, someone, maxAge) => {
      const { email } = await someone()
      const reply = await app.fetch(`/api${call.path}`, await toRequestInit(call, { email, password: PASSWORD }))
      const { access_token } = (await reply.json()) as { access_token: string }
      expect(cookiesOf(reply)).toContain(`session=${access_token}; Path=/; SameSite=Lax; Max-Age=${maxAge}; HttpOnly`)
    }
  )

  test('is cleared at sign-out, and its token is revoked, even without an authorization header', async () => {
    const rider = await signedInRider()
    const reply = await app.fetch(`/api${signOut.path}`, {
      headers: { cookie: `session=${rider.token}` },
      method: signOut.method
    })
    expect(cookiesOf(reply)).toContain('session=; Path=/; SameSite=Lax; Max-Age=0; HttpOnly')
    expect(await rider.refusal(getProfile)).toMatchObject({ status: 401 })
  })

  test('is neither set nor cleared by requests from other sites', async () => {
    const { email } = await signedInRider()
    const crossOrigin = await sentFrom('https://elsewhere.example', signIn, { email })
    expect([crossOrigin.status, cookiesOf(crossOrigin)]).toEqual([403, []])
    expect((await sentFrom('null', signOut)).status).toBe(403)
    expect((await sentFrom(app.origin(), signIn, { email })).status).toBe(200)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bookingPath,
  isProtected,
  isSessionType,
  PATHS,
  pageAfterSignIn,
  redirectFor,
  SCANNED_PARAM,
  scooterIdOf
} from '#domain/routes.ts'

const RIDER_PAGES = ['/', '/profile', '/booking/7', '/my-bookings']
const SESSIONS = [null, 'user', 'admin'] as const

describe('the route guard', () => {
  test.each(['/', '/admin'])('redirects a visitor from %s to /auth', path => {
    expect(redirectFor(null, path)).toBe('/auth')
  })
  test.each(['/profile', '/booking/7', '/my-bookings'])(
    'redirects a visitor from %s to a sign-in that leads back',
    path => expect(redirectFor(null, path)).toBe(`/auth?next=${path}`)
  )
  test.each(['/auth', '/admin/auth'])('lets everybody see %s', path => expect(redirectFor(null, path)).toBeNull())
  test.each([
    ['/', '/admin'],
    ['/profile', '/admin'],
    ['/booking/7', '/admin?tab=scooters&id=7'],
    ['/booking/%zz', '/admin'],
    ['/my-bookings', '/admin']
  ])('lets a rider see %s and redirects an admin to %s', (path, place) => {
    expect(redirectFor('user', path)).toBeNull()
    expect(redirectFor('admin', path, { hasStickers: true })).toBe(place)
    expect(redirectFor('admin', path)).toBe('/admin')
  })
  test('lets an admin see /admin and redirects a rider to /admin/auth', () => {
    expect(redirectFor('admin', '/admin')).toBeNull()
    expect(redirectFor('user', '/admin')).toBe('/admin/auth')
  })
  test('redirects signed-in people away from the sign-in, but lets a rider sign in as admin', () => {
    expect(redirectFor('user', '/auth')).toBe('/')
    expect(redirectFor('admin', '/auth')).toBe('/admin')
    expect(redirectFor('admin', '/admin/auth')).toBe('/admin')
    expect(redirectFor('user', '/admin/auth')).toBeNull()
  })
  test.each(['/profile/', '/my-bookings/', '/booking/7/', '/admin/'])(
    'guards %s like the path without its slash',
    path => {
      expect(redirectFor(null, path)).toBe(redirectFor(null, path.slice(0, -1)))
    }
  )
  test.each(['/offline', '/api/properties', '/booking', '/booking/7/8', '/adminx', '//admin'])('ignores %s', path => {
    expect(SESSIONS.map(session => redirectFor(session, path))).toEqual([null, null, null])
  })
  test('never causes a redirect loop', () => {
    const paths = [...RIDER_PAGES, '/admin', '/auth', '/admin/auth', '/elsewhere']
    fc.assert(
      fc.property(fc.constantFrom(...SESSIONS), fc.constantFrom(...paths), (session, path) => {
        const place = redirectFor(session, path)
        if (place !== null) expect(redirectFor(session, new URL(place, 'https://x').pathname)).toBeNull()
      })
    )
  })
  test.each([...RIDER_PAGES, '/admin', '/offline/today/'])('treats %s as private', path =>
    expect(isProtected(path)).toBe(true)
  )
  test.each(['/auth', '/admin/auth', '/offline'])('treats %s as public', path => expect(isProtected(path)).toBe(false))
})

const nextOf = (place: string | null) => new URL(place ?? '', 'https://x').searchParams.get('next')

describe('the page after the sign-in', () => {
  test.each(RIDER_PAGES)('is the requested one: %s', path => {
    expect(pageAfterSignIn(path)).toBe(path)
    expect(redirectFor('user', '/auth', { next: path })).toBe(path)
  })
  test.each([
    null,
    '',
    '/admin',
    '/auth',
    '/offline',
    'profile',
    '//evil.example',
    '//evil.example/profile',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/booking/\\evil.example',
    '/booking/..',
    '/booking/%2E%2e',
    '/booking/7?next=1',
    '/booking/7#top',
    'https://evil.example/profile',
    'javascript:alert(1)',
    ' /profile',
    '/profile\n'
  ])('is Home instead of %j', next => expect(pageAfterSignIn(next)).toBe('/'))
  test('is never on another origin, for any requested address', () => {
    const arbitraryPath = fc
      .oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.webPath())
      .map(text => `/booking/${text}`)
    fc.assert(
      fc.property(fc.oneof(arbitraryPath, fc.string({ unit: 'binary' })), next => {
        const place = new URL(pageAfterSignIn(next), 'https://ours.example')
        expect(place.origin).toBe('https://ours.example')
        expect([place.search, place.hash]).toEqual(['', ''])
      })
    )
  })
  test('keeps any scooter id through the redirect', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w%&+ äß-][\w.%&+ äß-]*$/), scooter_id => {
        const path = bookingPath(scooter_id)
        expect(pageAfterSignIn(nextOf(redirectFor(null, path)))).toBe(path)
      })
    )
  })
})

describe('a path to a booking page', () => {
  test('is guarded for any scooter id', () => {
    expect(bookingPath('7')).toBe('/booking/7')
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), scooter_id => {
        expect(redirectFor(null, bookingPath(scooter_id))?.split('?')[0]).toBe(PATHS.auth)
      })
    )
  })
  test('leads back to any scooter id, as the browser writes the path', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), scooter_id => {
        const { pathname } = new URL(`https://ours.example${bookingPath(scooter_id)}`)
        // The browser resolves dot segments, so such an id has no page.
        if (/^\.{1,2}$/.test(scooter_id)) return
        expect(scooterIdOf(pathname)).toBe(scooter_id)
        const scanned = new URL(redirectFor('admin', pathname, { hasStickers: true }) ?? '', 'https://ours.example')
        expect(scanned.searchParams.get(SCANNED_PARAM)).toBe(scooter_id)
      })
    )
    expect(scooterIdOf('/booking/a%20b%2F7/')).toBe('a b/7')
  })
  test.each(['/', '/booking', '/booking/', '/my-bookings', '/booking/7/8', '/booking/%zz', '/booking/%ff'])(
    'is not %s',
    path => {
      expect(scooterIdOf(path)).toBe('')
    }
  )
})

describe('a session type', () => {
  test("is 'user' or 'admin' and nothing else", () => {
    expect(['user', 'admin'].every(isSessionType)).toBe(true)
    expect(['rider', '', null, undefined, 1].some(isSessionType)).toBe(false)
  })
})

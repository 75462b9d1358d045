import { atom } from 'nanostores'
import { queryParam } from '#client/device/page.ts'
import { call } from '#client/http/api.ts'
import { type RideThen, type WhoRode, whoRode } from '#contract/catalogue/who-rode.ts'
import { bookingReference } from '#domain/bookings/rides.ts'
import { scooterIdOf } from '#domain/routes.ts'
import * as ridersText from '#messages/admin/riders.ts'
import * as whoRodeText from '#messages/admin/who-rode.ts'
import { type Loadable, latestOnly, loadLatest, onRefusal, showFailures } from '#stores/kit/requests.ts'
import { whenMountedSignedIn } from '#stores/session/page-guard.ts'

// The page that says who had a scooter at a time.

/** The instant of the page's address, as it was written. */
export const $askedAt = atom('')
export const $whoRode = atom<Loadable<WhoRode | 'invalid_time'>>('loading')

const beginRequest = latestOnly()

export async function loadWhoRode(): Promise<void> {
  const [at, id] = [queryParam('at') ?? '', scooterIdOf(location.pathname)]
  $askedAt.set(at)
  $whoRode.set('loading')
  const request = call(whoRode, { params: { id }, query: { at } })
  // The time of an address that was written by hand.
  const answer = onRefusal(request, ['invalid_input'], () => 'invalid_time' as const)
  await showFailures(whoRodeText.loadFailed, () => loadLatest($whoRode, beginRequest(), answer))
}

whenMountedSignedIn($whoRode, () => void loadWhoRode())

function riderOf({ property_name, rider, user_name }: RideThen): string {
  if (rider === 'elsewhere') return whoRodeText.riderElsewhere(property_name)
  return rider === 'deleted' ? ridersText.deletedRider : (user_name ?? '')
}

type Fact = readonly [term: string, fact: string]

/** What is known of a ride, in the order of the page. */
export function factsOf(ride: RideThen): readonly Fact[] {
  const all: readonly (readonly [term: string, fact: string | false | null])[] = [
    [whoRodeText.facts.rider, riderOf(ride)],
    [whoRodeText.facts.phone, ride.user_phone],
    [whoRodeText.facts.email, ride.user_email],
    [
      whoRodeText.facts.licence,
      ride.license_status && whoRodeText.licenceText(ride.license_status, ride.license_expires_on)
    ],
    [whoRodeText.facts.property, ride.property_name],
    [whoRodeText.facts.reference, bookingReference(ride.id)],
    [whoRodeText.facts.pinSeen, ride.pin_seen_at && whoRodeText.momentText(ride.pin_seen_at)],
    [whoRodeText.facts.start, whoRodeText.momentText(ride.start_time)],
    [whoRodeText.facts.end, whoRodeText.momentText(ride.end_time)],
    ...ride.moves.map(({ at, from, to }) => [whoRodeText.facts.moved, whoRodeText.movedLine(at, from, to)] as const),
    [whoRodeText.facts.cancelled, ride.cancelled_at && whoRodeText.momentText(ride.cancelled_at)],
    [
      whoRodeText.facts.returned,
      ride.returned_at ? whoRodeText.momentText(ride.returned_at) : !ride.cancelled_at && whoRodeText.notReturned
    ]
  ]
  return all.filter((each): each is Fact => Boolean(each[1]))
}

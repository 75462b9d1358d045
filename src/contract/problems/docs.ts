import { type DocsOf, EXAMPLE_CREATED_AT, EXAMPLE_PROPERTY, EXAMPLE_RIDE } from '#contract/kit/endpoint-docs.ts'
import { problem, rideInside } from './problems.ts'

const exampleProblem = {
  blocked_from: EXAMPLE_CREATED_AT,
  blocked_until: '2026-06-15T14:45:00.000Z',
  created_at: EXAMPLE_CREATED_AT,
  id: '5b0c1fd2a9e84c37b6c1d0e94f2a91bc',
  is_rideable: false,
  kind: 'pin' as const,
  note: null,
  photo_id: null,
  property_name: EXAMPLE_PROPERTY.name,
  rides_inside: 0,
  scooter_id: 'ather-450x-a1',
  scooter_name: EXAMPLE_RIDE.scooter_name,
  scooter_status: 'Available' as const,
  state: 'open' as const,
  user_name: EXAMPLE_RIDE.user_name,
  user_reports: 1,
  words: 'The keypad stays dark'
}
const EXAMPLE_NOTE = 'left mirror scratched'
const exampleWindow = { from: exampleProblem.blocked_from, to: exampleProblem.blocked_until }
const exampleRideInside = {
  end_time: EXAMPLE_RIDE.end_time,
  id: '2c9cd277eff9406e23cc9201f952a375',
  owed: 70,
  refund: 140,
  start_time: EXAMPLE_RIDE.start_time,
  targets: [{ id: 'ather-450x-a2', name: 'Ather 450X · A2' }],
  user_name: EXAMPLE_RIDE.user_name
}

export const components = { Problem: problem, RideInside: rideInside }

export const docs: DocsOf<'problems'> = {
  reportProblem: {
    refusals: ['booking_not_found', 'problem_too_early', 'ride_changed', 'ride_over', 'too_many_requests'],
    request: { id: exampleProblem.id, kind: 'pin', words: exampleProblem.words },
    response: { id: exampleProblem.id },
    summary: 'Report what is wrong with the scooter of a ride'
  },
  listProblems: { response: [exampleProblem], summary: 'List what is wrong with the scooters' },
  updateProblem: {
    refusals: ['problem_fixed'],
    request: { note: EXAMPLE_NOTE, state: 'known' },
    response: { ...exampleProblem, note: EXAMPLE_NOTE, state: 'known' },
    summary: 'Mark a problem as known or fixed'
  },
  listRidesInside: {
    refusals: ['scooter_not_found'],
    response: [exampleRideInside],
    summary: 'List the paid rides in a window of a scooter'
  },
  addProblem: {
    refusals: ['scooter_not_found'],
    request: { ...exampleWindow, id: exampleProblem.id, note: 'New brakes', scooter_id: exampleProblem.scooter_id },
    response: {
      hits: [exampleRideInside],
      problem: { ...exampleProblem, kind: 'service', note: 'New brakes', words: null }
    },
    summary: 'Block a scooter for a time, or note a damage that riders are told of'
  }
}

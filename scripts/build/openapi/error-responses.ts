import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type EndpointDocs, refusalsOf } from '#contract/kit/endpoint-docs.ts'
import { CONFLICT_END_HEADER, CONFLICT_START_HEADER } from '#contract/kit/error-body.ts'
import { REFUSALS, type RefusalCode } from '#contract/kit/refusals.ts'
import { required } from '#messages/api-errors.ts'

const INSTANT = { schema: { format: 'date-time', type: 'string' } }
const RETRY_HEADERS = { 'retry-after': { description: 'Seconds.', schema: { type: 'integer' } } }
const CONFLICT_HEADERS = {
  [CONFLICT_END_HEADER]: { description: 'End of the booked window.', ...INSTANT },
  [CONFLICT_START_HEADER]: { description: 'Start of the booked window.', ...INSTANT }
}

/** Example arguments for messages that have a parameter: a number or a time. */
const EXAMPLE_ARGUMENTS: Partial<Record<RefusalCode, number | string>> = {
  hold_ending_soon: '6:30 pm',
  property_has_rides: 2,
  rider_has_rides: 2,
  scooter_has_rides: 2,
  too_many_holds: '6:30 pm',
  too_many_holds_of_scooter: '6:30 pm',
  too_many_requests: 60
}

function exampleDetail(code: RefusalCode) {
  if (code === 'invalid_input') return [{ loc: ['body', 'name'], msg: required, type: 'non_empty' }]
  const detail = REFUSALS[code][1] as string | ((argument: unknown) => string)
  return typeof detail === 'string' ? detail : detail(EXAMPLE_ARGUMENTS[code])
}

function headersOf(status: number, codes: readonly RefusalCode[]) {
  if (status === 429 || codes.includes('service_busy')) return { headers: RETRY_HEADERS }
  return codes.includes('booking_conflict') ? { headers: CONFLICT_HEADERS } : {}
}

function errorResponse(status: number, codes: readonly RefusalCode[]) {
  const examples = codes.map(code => [code, { value: { code, detail: exampleDetail(code) } }] as const)
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }]
  }
  return {
    content: { 'application/json': { examples: Object.fromEntries(examples), schema } },
    description: codes.join(', '),
    ...headersOf(status, codes)
  }
}

/** An endpoint's refusals by HTTP status, with an example for each code. */
export function errorResponses(endpoint: Endpoint, docs: EndpointDocs): Record<string, object> {
  const codes = refusalsOf(endpoint, docs)
  const statuses = [...new Set(codes.map(code => REFUSALS[code][0]))].sort((one, other) => one - other)
  return Object.fromEntries(
    statuses.map(status => [
      status,
      errorResponse(
        status,
        codes.filter(code => REFUSALS[code][0] === status)
      )
    ])
  )
}

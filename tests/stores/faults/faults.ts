import * as v from 'valibot'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { errorFault, type Fault } from '#tests/helpers/servers/fault-server.ts'

/** One call of one file, and what the screen must do when it fails. */
export interface FaultCase {
  /** The file of src that makes the call. */
  file: string
  endpoint: Endpoint
  open: () => Promise<Screen>
  /** A call with a file has a longer timeout. */
  isUpload?: true
  /** The error message: on this page, or on the next one if the call leaves the page. */
  error?: { isOnNextPage?: true; prefersDetail?: true; sentence: RegExp | string }
  /** Failures that show no message, because the call is repeated later or its answer is not needed. */
  isSilent?: (failure: Failure) => boolean
  /** The message beside the ended session, if a 401 concerns more than the session. */
  messageAfter401?: string
}

export interface Screen {
  /** Makes the call. */
  call: () => unknown
  /** Retries the call like the rider. Defaults to `call`. */
  retry?: () => unknown
  /** A message shown outside the toasts. */
  message?: () => string | null | undefined
  /** Whether a busy indicator is shown. */
  isBusy?: () => boolean
  /** Whether the call has succeeded. */
  hasSucceeded: () => boolean
  /** The input and selection that must survive. */
  preservedInput?: () => unknown
}

const DETAIL = 'The database is away'
const LIST = [
  { loc: ['body', 'name'], msg: 'Too long', type: 'max_length' },
  { loc: ['body', 'property_id'], msg: 'Unknown', type: 'check' }
]
const LIST_SENTENCE = 'Validation error: body.name: Too long, body.property_id: Unknown'

interface Failure {
  fault: Fault
  name: string
  /** The server's message as one text. */
  detail?: string
}

export const UNAUTHORISED: Failure = {
  fault: errorFault(DETAIL, 401),
  name: '401 midway',
  detail: DETAIL
}

export const WITH_DETAIL: Failure = {
  fault: errorFault(DETAIL, 500),
  name: '500 with a detail',
  detail: DETAIL
}

const respondingWith = (name: string, body: unknown): Failure => ({ fault: { body, kind: 'answers' }, name })

export const FAILURES: readonly Failure[] = [
  { fault: { kind: 'offline' }, name: 'no connection' },
  { fault: { kind: 'hangs' }, name: 'no answer in time' },
  { fault: { kind: 'stalls' }, name: 'an answer that begins and never ends' },
  { fault: { kind: 'cut' }, name: 'an answer cut in the middle' },
  { fault: { kind: 'html' }, name: '502 with a page' },
  { fault: { kind: 'plain' }, name: '500 without a word of ours' },
  WITH_DETAIL,
  { fault: errorFault(LIST, 422), name: '422 with a list', detail: LIST_SENTENCE },
  { fault: { kind: 'empty' }, name: 'an empty 200' },
  respondingWith('another object', { unexpected: true }),
  respondingWith('a list of something else', [1, 2]),
  respondingWith('null', null),
  respondingWith('a page', '<html>Sign in to the Wi-Fi</html>'),
  respondingWith('an object full of nulls', {
    access_token: null,
    busy: null,
    id: null,
    message: null,
    name: null,
    url: null
  })
]

/** A body that the contract accepts is valid, because it requires no more than the specification. */
export function isValidResponse({ output }: Endpoint, { fault }: Failure): boolean {
  if (fault.kind === 'empty') return v.is(output, '')
  return fault.kind === 'answers' && fault.status === undefined && v.is(output, fault.body)
}

/** Nothing that the server itself has answered, as without a network or behind the page of a Wi-Fi. */
export function isWithoutAnswer({ fault }: Failure): boolean {
  return !['html', 'plain'].includes(fault.kind) && !(fault.kind === 'answers' && fault.status !== undefined)
}

export function expectedMessage({ error, isSilent }: FaultCase, failure: Failure): RegExp | string | null {
  if (!error || isSilent?.(failure)) return null
  return (error.prefersDetail && failure.detail) || error.sentence
}

import { globSync, readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { DOCS } from '#contract/calls.ts'
import type { Endpoint, EndpointDocs } from '#contract/kit/endpoint.ts'
import { REFUSALS } from '#contract/kit/refusals.ts'
import { LOGGED_ACTIONS } from '#domain/admin/roles.ts'
import { HOLD_OUTCOMES, PAYMENT_STATUSES } from '#domain/bookings/booking-status.ts'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import { ATTEMPT_STATUSES } from '#domain/payments.ts'
import { DECLARED, namedEndpoints } from '#tests/helpers/servers/every-call.ts'
import { openApi } from '../../scripts/build/openapi/document.ts'
import { EXAMPLES, type Example } from '../../scripts/build/openapi/examples.ts'

const document = openApi('1.2.3')
const examples = Object.values(EXAMPLES).flatMap(calls => Object.entries<Example>(calls))
const endpoints = Object.fromEntries(namedEndpoints)
const docsOf: Record<string, EndpointDocs> = Object.assign({}, ...Object.values(DOCS))

const operationAt = (method: string, path: string) => document.paths[path]?.[method.toLowerCase()]
const fieldsOf = (method: string, path: string) =>
  Object.values(operationAt(method, path)?.requestBody?.content ?? {}).map(({ schema }) => schema)[0]

describe('the contract as OpenAPI', () => {
  test('is valid OpenAPI 3.1, by the official meta-schema', async () => {
    const validator = new Validator()
    const { errors, valid } = await validator.validate(JSON.parse(JSON.stringify(document)))
    expect({ errors, valid }).toEqual({ errors: undefined, valid: true })
    expect(validator.version).toBe('3.1')
    expect(document.info).toMatchObject({ title: BRAND_NAME, version: '1.2.3' })
  })

  test('contains every call of the contract under its own name', () => {
    const operations = Object.values(document.paths).flatMap(methods => Object.values(methods))
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(endpoints).sort())
    expect(operations.length).toBe(namedEndpoints.length)
  })

  test('keeps the groups of calls by which clients are generated', () => {
    const operations = Object.values(document.paths).flatMap(methods => Object.values(methods))
    const groups = Object.groupBy(operations, ({ tags: [tag = ''] }) => tag)
    const names = (tag: string) => groups[tag]?.map(({ operationId }) => operationId)
    expect(Object.keys(groups).sort()).toEqual([
      'admin',
      'auth',
      'bookings',
      'catalogue',
      'payments',
      'problems',
      'receipts',
      'reminders',
      'review',
      'riders',
      'runtime',
      'staff',
      'uploads'
    ])
    expect(names('bookings')).toEqual(expect.arrayContaining(['confirmPayment', 'recordPaymentFailure']))
    expect(names('catalogue')).toEqual(expect.arrayContaining(['getAvailability', 'listFreeScooters']))
  })

  test.each(namedEndpoints)(
    'describes for %s who may call it, which backends have it, and its refusals',
    (name, { access, body, isSpecified, method, path, query }) => {
      const { refusals = [], summary } = docsOf[name] as EndpointDocs
      const operation = operationAt(method, path)
      expect(operation?.summary).toBe(summary)
      const statuses = Object.keys(operation?.responses ?? {}).map(Number)
      const schemes = { account: ['rider', 'admin'], admin: ['admin'], public: [], rider: ['rider'] }[access]
      expect(operation?.security).toEqual(schemes.map(scheme => ({ [scheme]: [] })))
      expect(operation?.['x-embedded-only'] === true).toBe(!isSpecified)
      expect(operation?.requestBody !== undefined).toBe(body !== undefined)
      expect(statuses).toContain(503)
      if (access !== 'public') expect(statuses).toEqual(expect.arrayContaining([401, 403]))
      if (body ?? query) expect(statuses).toContain(422)
      for (const code of refusals)
        expect(operation?.responses[REFUSALS[code][0]]).toHaveProperty(
          ['content', 'application/json', 'examples', code, 'value', 'code'],
          code
        )
    }
  )

  test.each(examples)('has an example of %s that server and client accept', (name, { request, response }) => {
    const { body, encoding, output } = endpoints[name] as Endpoint
    expect(v.safeParse(output, response).issues).toBeUndefined()
    if (request === undefined) return
    // An example of a form has no file.
    const schema = encoding === 'form' ? v.partial(body as v.ObjectSchema<v.ObjectEntries, undefined>) : body
    expect(v.safeParse(schema as v.GenericSchema, request).issues).toBeUndefined()
  })

  test('names the schemas that several calls share', () => {
    const { schemas } = document.components
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Booking', 'Order', 'Problem', 'Scooter']))
    expect(JSON.stringify(operationAt('GET', '/my-bookings')?.responses[200])).toContain('#/components/schemas/Booking')
  })

  test('has only refusals that the server answers and some call declares', () => {
    // A rule of the domain can name the code of its refusal.
    const server = globSync('src/{domain,server}/**/*.ts')
      .map(file => readFileSync(file, 'utf8'))
      .join('')
    const unused = Object.keys(REFUSALS).filter(code => !server.includes(`'${code}'`))
    expect(unused).toEqual([])
    const ofAnyCall = ['internal_error', 'method_not_allowed']
    const declared = new Set<string>([...DECLARED.values()].flat())
    expect(Object.keys(REFUSALS).filter(code => !declared.has(code) && !ofAnyCall.includes(code))).toEqual([])
  })

  test('marks as required what the server requires, also fields with a message for an empty value', () => {
    const signUp = fieldsOf('POST', '/auth/signup')
    expect(signUp?.required?.sort()).toEqual(
      ['date_of_birth', 'email', 'license_photo_url', 'name', 'password', 'phone', 'property_id'].sort()
    )
    expect(signUp?.properties).toMatchObject({
      date_of_birth: { format: 'date', type: 'string' },
      email: { format: 'email' },
      property_id: { anyOf: [{ type: 'string' }, { type: 'number' }] }
    })
    expect(fieldsOf('POST', '/bookings/hourly')?.required).toEqual(['scooter_id', 'start_time'])
    expect(fieldsOf('PUT', '/admin/properties/{id}')?.required).toBeUndefined()
  })

  test('lists the values of a text that is one of a fixed list, also in rows and where it may be null', () => {
    const { ActivityEntry, Booking, BookingPayments } = document.components.schemas
    expect(ActivityEntry?.properties).toMatchObject({ action: { enum: LOGGED_ACTIONS } })
    expect(Booking?.properties).toMatchObject({
      hold_outcome: { enum: [...HOLD_OUTCOMES, null] },
      payment_status: { enum: [...PAYMENT_STATUSES], type: 'string' }
    })
    expect(BookingPayments?.properties?.attempts).toMatchObject({
      items: { properties: { status: { enum: ATTEMPT_STATUSES } } }
    })
    expect(JSON.stringify(operationAt('POST', '/bookings/payment-success')?.responses[200])).toContain(
      JSON.stringify({ enum: [...PAYMENT_STATUSES, null] }).slice(1, -1)
    )
  })

  test('describes form bodies, and the headers of a conflict and of a page', () => {
    expect(operationAt('POST', '/bookings/payment-success')?.requestBody?.content).toHaveProperty('multipart/form-data')
    expect(operationAt('POST', '/bookings/hourly')?.requestBody?.content).toHaveProperty('application/json')
    expect(operationAt('POST', '/bookings/hourly')?.responses[400]).toMatchObject({
      headers: { 'x-conflict-start': {} }
    })
    expect(operationAt('GET', '/admin/bookings')?.responses[200]).toMatchObject({ headers: { 'x-has-more': {} } })
    expect(operationAt('GET', '/my-bookings')?.responses[200]).not.toHaveProperty('headers')
  })

  test.each([
    ['GET', '/images/{id}', 'image/*'],
    ['GET', '/admin/bookings.csv', 'text/csv'],
    ['GET', '/admin/gst.csv', 'text/csv'],
    ['GET', '/properties', 'application/json']
  ])('answers %s %s as %s', (method, path, media) => {
    expect(operationAt(method, path)?.responses[200]).toMatchObject({ content: { [media]: {} } })
  })
})

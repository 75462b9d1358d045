import type * as v from 'valibot'
import type { Endpoint, ServerOutput } from './endpoint.ts'
import type { RefusalCode } from './refusals.ts'

// What the OpenAPI document says of an endpoint beside its definition. It stands in a file of its own, the docs of each
// folder, so that the browser does not load it.

export interface EndpointDocs<E extends Endpoint = Endpoint> {
  /** Imperative, one line. */
  summary: string
  /** The endpoint's own refusals; `refusalsOf` adds those that follow from its definition. */
  refusals?: readonly RefusalCode[]
  /** An example of the body; for forms with a file only the other fields. */
  request?: E['body'] extends v.GenericSchema ? Partial<v.InferInput<E['body']>> : never
  /** An example of the successful response. */
  response?: ServerOutput<E>
}

/** Documentation of every endpoint that a module exports. A missing one is a type error. */
export type DocsOf<Module> = {
  readonly [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: EndpointDocs<
    Extract<Module[Name], Endpoint>
  >
}

/** The values of the `ClosedText` fields of an object schema. */
export interface ClosedTexts {
  schema: v.GenericSchema
  values: Readonly<Record<string, readonly string[]>>
}

type ValuesOf<Entries extends v.ObjectEntries> = {
  readonly [Field in keyof Entries]?: readonly Extract<v.InferOutput<Entries[Field]>, string>[]
}

/** Names the lists of an object's `ClosedText` fields, so that the OpenAPI document has them as `enum`. */
export function closedTexts<const Entries extends v.ObjectEntries>(
  schema: v.ObjectSchema<Entries, undefined>,
  values: ValuesOf<Entries>
): ClosedTexts {
  return { schema, values: values as ClosedTexts['values'] }
}

/** Codes of all refusals that the endpoint can answer. */
export function refusalsOf(endpoint: Endpoint, { refusals = [] }: EndpointDocs): RefusalCode[] {
  const { access, body, encoding, file, query } = endpoint
  const codes = new Set<RefusalCode>(refusals)
  if (access !== 'public') codes.add('not_authenticated').add('not_allowed')
  if (body) codes.add(encoding === 'form' ? 'form_too_large' : 'body_too_large').add('invalid_input')
  if (encoding === 'form') codes.add('body_too_large')
  if (file === 'streamed') codes.add('length_required')
  if (query) codes.add('invalid_input')
  return [...codes.add('service_busy').add('service_unavailable')].sort()
}

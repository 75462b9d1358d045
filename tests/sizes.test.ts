import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

// Limits for the sizes of files and functions. Each list below names what is over its limit today. A list may only
// shrink: an entry that meets its limit must be removed.

const FILE_LINES = 200
const FUNCTION_LINES = 40
const COMPONENT_LINES = 60
const PARAMETERS = 3

const read = (path: string) => readFileSync(path, 'utf8')
const sources = globSync('src/**/*.{ts,tsx}').sort()
const scripts = globSync('scripts/**/*.ts').sort()

interface MeasuredFunction {
  lines: number
  name: string
  parameters: number
  isComponent: boolean
}

/** The name of a function, or of what it is assigned to; 'anonymous' for a callback. */
function nameOf(node: ts.SignatureDeclaration): string {
  const { parent } = node
  if (node.name) return node.name.getText()
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText()
  return ts.isCallExpression(parent) ? `${parent.expression.getText().split('\n')[0]} callback` : 'anonymous'
}

function measure(source: ts.SourceFile, node: ts.FunctionLikeDeclaration): MeasuredFunction {
  const line = (position: number) => source.getLineAndCharacterOfPosition(position).line
  const name = nameOf(node)
  return {
    isComponent: source.fileName.endsWith('.tsx') && /^[A-Z]/.test(name),
    lines: line(node.end) - line(node.getStart()) + 1,
    name,
    parameters: node.parameters.length
  }
}

function parsed(file: string): ts.SourceFile {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true, kind)
}

function functionsIn(file: string): MeasuredFunction[] {
  const source = parsed(file)
  const found: MeasuredFunction[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body)
      found.push(measure(source, node as ts.FunctionLikeDeclaration))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const functions = [...scripts, ...sources].flatMap(file => functionsIn(file).map(each => ({ ...each, file })))

const namesWhere = (isOver: (each: MeasuredFunction) => boolean) =>
  functions
    .filter(isOver)
    .map(({ file, name }) => `${file} ${name}`)
    .toSorted()

const LONG_FILES: string[] = []

const LONG_FUNCTIONS: string[] = []

const MANY_PARAMETERS: string[] = [
  'src/stores/booking/availability.ts computed callback',
  'src/stores/booking/availability.ts computed callback',
  'src/stores/booking/availability.ts computed callback',
  'src/stores/booking/availability.ts computed callback',
  'src/stores/booking/availability.ts computed callback',
  'src/stores/booking/kept-hold.ts computed callback'
]

/** The files that catch, by their reason (docs/architecture.md, 'A call'). */
const CATCHING_FILES: Record<string, readonly string[]> = {
  'an edge, which turns every error into its own outcome': [
    'src/client/device/storage.ts',
    'src/client/payment/sandbox-checkout.ts',
    'src/client/session/revoke.ts',
    'src/client/uploads/cloud-storage.ts',
    'src/client/uploads/licence-photos.ts',
    'src/client/uploads/property-pictures.ts',
    'src/layouts/scripts/account-buttons.ts',
    'src/server/cron/cron.ts',
    'src/server/jobs/item-retries.ts',
    'src/server/outbox/providers/cloudflare-email.ts',
    'src/server/outbox/providers/retry-on-failure.ts',
    'src/server/outbox/send-messages.ts',
    'src/server/payments/provider/razorpay.ts',
    'src/server/runtime/outgoing-request.ts',
    'src/stores/admin/kit/photo-dialog.ts',
    'src/stores/admin/admin-sign-in.ts',
    'src/stores/auth/licence-photo.ts',
    'src/stores/kit/errors.ts',
    'src/stores/kit/forms/form-errors.ts',
    'src/stores/payment/pay-order.ts'
  ],
  'expects the error, and every other one passes on': [
    'src/client/http/api.ts',
    'src/server/db/client.ts',
    'src/server/db/retry.ts',
    'src/server/http/body/form-data.ts',
    'src/server/http/body/streams.ts',
    'src/server/payments/due-orders.ts',
    'src/server/payments/reconcile.ts',
    'src/server/riders/push-devices.ts',
    'src/server/runtime/json.ts',
    'src/server/sessions/tokens.ts',
    'src/stores/booking/book.ts',
    'src/stores/kit/on-refusal.ts'
  ],
  'cleans up, and throws again': [
    'src/server/http/body/incoming-file.ts',
    'src/server/payments/orders.ts',
    'src/server/uploads/images.ts',
    'src/stores/admin/catalogue/properties.ts',
    'src/stores/admin/list/partial-list.ts',
    'src/stores/kit/loadable.ts'
  ],
  'replaces an optional part that failed': [
    'src/client/uploads/shrink-photo.ts',
    'src/islands/admin/bookings/lazy-ride-return.tsx',
    'src/islands/booking/times/date-strip.tsx',
    'src/islands/my-bookings/lazy-install-offer.tsx',
    'src/layouts/scripts/reload-when-reachable.ts',
    'src/layouts/scripts/register-service-worker.ts',
    'src/layouts/scripts/toasts.ts',
    'src/server/jobs/log-backoff.ts',
    'src/server/monitoring/health.ts',
    'src/service-worker/worker.ts'
  ],
  'work that must not fail its caller': ['src/domain/kit/ignore-failure.ts', 'src/server/runtime/log.ts']
}

/** Whether the file calls `.catch(…)`, or `.then(…, onRejected)`. */
function handlesRejections(file: string): boolean {
  let isFound = false
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { text } = node.expression.name
      isFound ||= text === 'catch' || (text === 'then' && node.arguments.length === 2)
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed(file))
  return isFound
}

describe('a file of src or scripts', () => {
  test(`has at most ${FILE_LINES} lines`, () => {
    expect([...scripts, ...sources].filter(file => read(file).trimEnd().split('\n').length > FILE_LINES)).toEqual(
      LONG_FILES
    )
  })

  test('of src handles rejections with .catch, or with a second argument of .then, only if it is on the list', () => {
    expect(sources.filter(handlesRejections)).toEqual(Object.values(CATCHING_FILES).flat().toSorted())
  })
})

describe('a function of src or scripts', () => {
  test(`has at most ${FUNCTION_LINES} lines, a component ${COMPONENT_LINES}`, () => {
    const isOver = ({ isComponent, lines }: MeasuredFunction) =>
      lines > (isComponent ? COMPONENT_LINES : FUNCTION_LINES)
    expect(namesWhere(isOver)).toEqual(LONG_FUNCTIONS)
  })

  test(`has at most ${PARAMETERS} parameters`, () => {
    expect(namesWhere(({ parameters }) => parameters > PARAMETERS)).toEqual(MANY_PARAMETERS)
  })
})

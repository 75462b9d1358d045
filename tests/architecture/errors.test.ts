import ts from 'typescript'
import { expect, test } from 'vitest'
import { read, sources } from './source-files.ts'

// Who catches errors (docs/architecture.md, 'A call').

/** The files that catch errors, by their reason. */
const CATCHING_FILES: Record<string, readonly string[]> = {
  'an edge, which turns every error into its own outcome': [
    'src/client/device/files.ts',
    'src/client/device/lazy-part.ts',
    'src/client/device/network.ts',
    'src/client/http/api.ts',
    'src/client/payment/sandbox-checkout.ts',
    'src/client/session/token.ts',
    'src/server/cron/cron.ts',
    'src/server/http/handle.ts',
    'src/server/jobs/retries.ts',
    'src/server/outbox/channels.ts',
    'src/server/outbox/send-messages.ts',
    'src/server/pages/initial-data.ts',
    'src/server/payments/provider/razorpay.ts',
    'src/server/runtime/outgoing.ts',
    'src/stores/admin/list/row-dialogs.ts',
    'src/stores/kit/requests.ts',
    'src/stores/kit/forms/form.ts'
  ],
  'expects the error, and every other one passes on': [
    'src/server/db/client.ts',
    'src/server/http/read-body.ts',
    'src/server/payments/browser-reports.ts',
    'src/server/payments/payouts.ts',
    'src/server/payments/reconcile.ts',
    'src/server/payments/refunds/refund-records.ts',
    'src/server/payments/refunds/send-refunds.ts',
    'src/server/riders/push-devices.ts',
    'src/server/sessions/sessions.ts',
    'src/server/uploads/bucket.ts',
    'src/stores/booking/book.ts',
    'src/stores/admin/staff/today.ts',
    'src/stores/admin/staff/round.ts',
    'src/stores/app/offline-queue.ts',
    'src/stores/my-bookings/manage-ride/manage-ride.ts',
    'src/stores/my-bookings/trouble.ts'
  ],
  'cleans up, and throws again': [
    'src/islands/ui/feedback/load-boundary.tsx',
    'src/server/payments/orders.ts',
    'src/server/uploads/images.ts',
    'src/stores/admin/catalogue/properties.ts',
    'src/stores/admin/list/create-list.ts'
  ],
  'replaces an optional part that failed': [
    'src/islands/booking/date-strip.tsx',
    'src/islands/booking/start-time.tsx',
    'src/layouts/scripts/app-shell.ts',
    'src/layouts/scripts/toasts.ts',
    'src/server/monitoring/health.ts',
    'src/service-worker/worker.ts',
    'src/stores/kit/forms/photo.ts'
  ],
  'returns a fallback where the platform throws for a missing or invalid value': [
    'src/client/uploads/photos.ts',
    'src/client/uploads/uploads.ts',
    'src/domain/kit/failures.ts',
    'src/layouts/base.astro'
  ],
  'work that must not fail its caller': ['src/server/runtime/log.ts']
}

/** Whether it is a `catch` block, `.catch(…)` or `.then(…, onRejected)`. */
function isCatch(node: ts.Node): boolean {
  if (ts.isCatchClause(node)) return true
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { text } = node.expression.name
  return text === 'catch' || (text === 'then' && node.arguments.length === 2)
}

/** TypeScript does not parse pages of Astro, so that these are searched for their words. */
function catchesErrors(file: string): boolean {
  const text = read(file)
  if (file.endsWith('.astro') || !/\bcatch\b|\.then\(/.test(text)) return /\bcatch\b/.test(text)
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const hasCatch = (node: ts.Node): boolean => isCatch(node) || (ts.forEachChild(node, hasCatch) ?? false)
  return hasCatch(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind))
}

test('errors are caught only in the listed files, each for its reason', () => {
  expect(sources.filter(catchesErrors)).toEqual(Object.values(CATCHING_FILES).flat().toSorted())
})

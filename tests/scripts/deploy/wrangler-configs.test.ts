import { describe, expect, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { WRANGLER_CONFIGS } from '../../../scripts/kit/settings.ts'

const read = (config: string) => unstable_readConfig({ config }, { hideWarnings: true })
const { external, preview, production } = {
  external: read(WRANGLER_CONFIGS.external),
  preview: read(WRANGLER_CONFIGS.preview),
  production: read(WRANGLER_CONFIGS.production)
}

type Config = typeof production

const shared = ({ assets, compatibility_date, main, observability, send_metrics }: Config) => ({
  assets,
  compatibility_date,
  main,
  observability,
  send_metrics
})
interface Bindings {
  d1_databases: { binding: string; database_name?: string; migrations_dir?: string }[]
  r2_buckets: { binding: string; bucket_name?: string }[]
}

const namesIn = ({ d1_databases, name, r2_buckets }: Bindings & Pick<Config, 'name'>) => [
  `Worker ${name}`,
  ...d1_databases.map(({ database_name }) => `database ${database_name}`),
  ...r2_buckets.map(({ bucket_name }) => `bucket ${bucket_name}`)
]

describe('the wrangler configurations', () => {
  test('agree on the Worker, and differ in its name, its database and its bucket', () => {
    expect([shared(preview), shared(external)]).toEqual([shared(production), shared(production)])
    const names = [production, preview, external].flatMap(namesIn)
    expect(names).toHaveLength(3 + 3 + 1)
    expect(new Set(names).size).toBe(names.length)
  })

  test('give the preview the same bindings and cron, and payments that cost nothing', () => {
    const bindings = ({ d1_databases, r2_buckets, triggers }: Bindings & Pick<Config, 'triggers'>) => [
      d1_databases.map(({ binding, migrations_dir }) => ({ binding, migrations_dir })),
      r2_buckets.map(({ binding }) => binding),
      triggers
    ]
    expect(bindings(preview)).toEqual(bindings(production))
    expect([production.vars.PAYMENT_PROVIDER, preview.vars.PAYMENT_PROVIDER]).toEqual(['razorpay', 'sandbox'])
  })
})

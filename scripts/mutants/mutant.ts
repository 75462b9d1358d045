/** One wrong word in a statement of slots or money: what stands in the file exactly once, and what is put in its place. */
export interface Mutant {
  file: `${'due-orders' | 'failing-items' | 'hold-time' | 'orders' | 'reconcile' | 'refunds' | 'settle' | 'slots'}.ts`
  from: string
  to: string
  /** Why it comes to the same, for one that no test can tell. */
  equivalent?: string
}

/** One wrong word in a statement of slots or money: what stands in the file exactly once, and what is put in its place. */
export interface Mutant {
  /** Below src/server. */
  file: string
  from: string
  to: string
  /** Why it comes to the same, for one that no test can tell. */
  equivalent?: string
}

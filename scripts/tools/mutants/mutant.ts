/** A change to a slot or payment statement: a text that occurs exactly once in the file, and its replacement. */
export interface Mutant {
  /** Relative to src/server. */
  file: string
  from: string
  to: string
  /** Why the change has no effect, if no test can detect it. */
  equivalent?: string
}

/** The mutants of one file of src/server. */
export const mutantsOf =
  (file: string) =>
  (from: string, to: string, equivalent?: string): Mutant => ({ equivalent, file, from, to })

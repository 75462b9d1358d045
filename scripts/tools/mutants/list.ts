import { ends } from './ends.ts'
import { extensions } from './extensions.ts'
import { guards } from './guards.ts'
import { holds } from './holds.ts'
import type { Mutant } from './mutant.ts'
import { refunding } from './refunding.ts'
import { returns } from './returns.ts'
import { settle } from './settle.ts'
import { slots } from './slots.ts'

export const MUTANTS: readonly Mutant[] = [
  ...slots,
  ...holds,
  ...guards,
  ...settle,
  ...refunding,
  ...returns,
  ...ends,
  ...extensions
]

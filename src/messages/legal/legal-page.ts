import { TERMS_VERSION } from '#domain/operator.ts'
import { plainDateText } from '#domain/time/india-time.ts'

// What the operator's pages have in common.

export interface LegalSection {
  title: string
  text?: readonly string[]
  /** Each with one or more sentences, or the value. */
  facts?: readonly (readonly [term: string, ...details: string[]])[]
}

export interface LegalPage {
  title: string
  lead: string
  /** If riders agree to the page. */
  version?: string
  sections: readonly LegalSection[]
}

export const templateNotice = 'Template: the operator must complete this page.'
export const version = `Version of ${plainDateText(TERMS_VERSION)}`

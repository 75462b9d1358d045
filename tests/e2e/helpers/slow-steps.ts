import { relative } from 'node:path'
import type { Reporter, TestCase, TestResult, TestStep } from 'playwright/types/testReporter'
import { ROOT } from '../../../scripts/kit/settings.ts'

const SLOW_MS = 5000

/** The innermost steps that took long or did not end. */
function slowSteps(steps: readonly TestStep[]): TestStep[] {
  return steps
    .filter(({ duration }) => duration < 0 || duration > SLOW_MS)
    .flatMap(step => {
      const inner = slowSteps(step.steps)
      return inner.length > 0 ? inner : [step]
    })
}

function describeStep({ duration, location, title }: TestStep): string {
  const place = location ? ` at ${relative(ROOT, location.file)}:${location.line}` : ''
  return `  slow step: ${title}${place}, ${duration < 0 ? 'not ended' : `${Math.round(duration / 1000)} s`}`
}

/** Says of a failed story where its time went, because a time-out names at most the last step. */
export default class SlowSteps implements Reporter {
  onTestEnd({ title }: TestCase, { status, steps }: TestResult): void {
    if (status === 'passed' || status === 'skipped') return
    for (const line of [title, ...slowSteps(steps).map(describeStep)]) console.log(line)
  }

  printsToStdio(): boolean {
    return false
  }
}

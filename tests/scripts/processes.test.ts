import { expect, test } from 'vitest'
import { runProgram } from '../../scripts/kit/processes.ts'

test('the output of a program keeps a character whose bytes arrive in two parts', async () => {
  const code = `
const [first, ...rest] = Buffer.from('₹')
process.stdout.write(Buffer.from([first]))
setTimeout(() => process.stdout.write(Buffer.from(rest)), 200)`
  const { output } = await runProgram(process.execPath, ['--eval', code], { output: 'keep' })
  expect(output).toBe('₹')
})

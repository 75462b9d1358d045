/** The goals that a printed table marks as missed. */
export const missedGoals: string[] = []

/** Prints a plain text table, with the first column left-aligned and the others right-aligned. */
export function print(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map(row => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  console.log(`\n== ${title}`)
  for (const row of [head, ...rows]) console.log(line(row).trimEnd())
  for (const row of rows.filter(cells => cells.at(-1) === mark(false))) missedGoals.push(`${row[0]}, in ${title}`)
}

export function mark(isMet: boolean): string {
  return isMet ? '✓' : '✗'
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

export function ratioText(one: number, other: number): string {
  return other > 0 ? `${(one / other).toFixed(2)} ×` : '–'
}

export function msText(ms: number): string {
  return Number.isFinite(ms) ? `${Math.round(ms)} ms` : 'never'
}

export function countText(count: number): string {
  return count.toLocaleString('en-IN')
}

const KB = 1000
export function kbText(bytes: number): string {
  return `${(bytes / KB).toFixed(1)} kB`
}

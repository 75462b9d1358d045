import { atom } from 'nanostores'
import { downloadFile } from '#client/device/files.ts'
import { call } from '#client/http/api.ts'
import { csvLine, csvStart } from '#contract/kit/csv.ts'
import { getReport, type Report } from '#contract/overview/report.ts'
import { groupDigits, rupeesText, subtractRupees } from '#domain/money.ts'
import { dayNumber, dayOf, monthBefore } from '#domain/time/india-time.ts'
import { HOUR_MINUTES } from '#domain/time/time-units.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as reportsText from '#messages/admin/reports.ts'
import { createListStore, onlyRow, shownRow } from '#stores/admin/list/create-list.ts'
import { currentTime } from '#stores/kit/current-time.ts'

// The report of a month: one row, with the sums of the month before.

const MONTHS = 24

export const currentMonth = () => dayOf(currentTime()).slice(0, 7)

/** The present one first. */
export function reportMonths(): readonly string[] {
  const months = [currentMonth()]
  while (months.length < MONTHS) months.push(monthBefore(months.at(-1) ?? ''))
  return months
}

export interface MonthReport {
  before: Report['totals']
  month: string
  report: Report
}

export const report = createListStore<MonthReport>({
  name: 'report',
  shows: ['bookings', 'scooters'],
  fetchPage: async ({ month = currentMonth(), property_id }) => {
    const of = (month: string) => call(getReport, { query: { month, ...(property_id && { property_id }) } })
    const [shown, before] = await Promise.all([of(month), of(monthBefore(month))])
    return onlyRow({ before: before.totals, month, report: shown })
  }
})

type Sums = Report['totals']

interface Column<Row> {
  heading: string
  textOf: (value: number) => string
  /** Null: there is no such figure. */
  figureOf: (row: Row) => number | null
}

const HOURS_DIGITS = 10

const COLUMNS: readonly Column<Sums>[] = [
  { heading: reportsText.figures.rides, textOf: groupDigits, figureOf: ({ rides }) => rides },
  {
    heading: reportsText.figures.hours,
    textOf: hours => groupDigits(Math.round(hours)),
    figureOf: ({ minutes }) => Math.round((minutes / HOUR_MINUTES) * HOURS_DIGITS) / HOURS_DIGITS
  },
  { heading: reportsText.figures.paid, textOf: rupeesText, figureOf: ({ paid }) => paid },
  { heading: reportsText.figures.given_back, textOf: rupeesText, figureOf: ({ refunded }) => refunded },
  {
    heading: reportsText.figures.kept,
    textOf: rupeesText,
    figureOf: ({ paid, refunded }) => subtractRupees(paid, refunded)
  }
]

const USED: Column<Report['scooters'][number]> = {
  heading: reportsText.figures.used,
  textOf: reportsText.percent,
  figureOf: ({ available_minutes, minutes }) =>
    available_minutes > 0 ? Math.round((minutes / available_minutes) * 100) : null
}

const cellOf = <Row>(row: Row, { textOf, figureOf }: Column<Row>) => {
  const value = figureOf(row)
  return { text: value === null ? listsText.noValue : textOf(value), value: value ?? '' }
}

/** A table of the screen and of its file. */
const tableOf = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  keyOf: (row: Row) => [string, string]
) => ({
  headings: columns.map(({ heading }) => heading),
  rows: rows.map(row => {
    const [key, name] = keyOf(row)
    return { cells: columns.map(column => cellOf(row, column)), key, name }
  })
})

const [rides, hours, ...money] = COLUMNS as [Column<Sums>, Column<Sums>, ...Column<Sums>[]]
const WEEK = 7

function toShown({ before, month, report: { days, plans, scooters, totals } }: MonthReport) {
  const best = Math.max(1, ...days.map(({ paid }) => paid))
  return {
    days: days.map(({ day, paid }, index) => ({
      amount: paid,
      day,
      label: index % WEEK === 0 ? String(dayNumber(day)) : '',
      percentOfBest: (paid / best) * 100
    })),
    figures: COLUMNS.map(column => ({
      before: reportsText.before(monthBefore(month), cellOf(before, column).text),
      label: column.heading,
      value: cellOf(totals, column).text
    })),
    isEmpty: totals.rides === 0 && totals.paid === 0,
    month,
    tables: {
      plans: tableOf(plans, COLUMNS, ({ name }) => [name, name || reportsText.withoutPlan]),
      scooters: tableOf(scooters, [rides, hours, USED, ...money], ({ id, name }) => [id, name])
    }
  }
}

export const $report = shownRow(report, toShown)

export type ShownReport = Exclude<ReturnType<typeof $report.get>, string>
export type ReportTable = keyof ShownReport['tables']

export const $shownTable = atom<ReportTable>('scooters')
export const showTable = (table: ReportTable): void => $shownTable.set(table)

/** The shown table. It has nothing personal, so that no log needs to know. */
export function downloadTable({ month, tables }: ShownReport): void {
  const name = $shownTable.get()
  const { headings, rows } = tables[name]
  const lines = rows.map(row => csvLine([row.name, ...row.cells.map(({ value }) => value)]))
  const file = csvStart([reportsText.ofTable[name], ...headings]) + lines.join('')
  downloadFile(`report-${month}-${name}.csv`, file, 'text/csv')
}

import { ACCOUNT_ROWS } from './account.ts'
import { BOOKING_ROWS } from './booking.ts'
import { QUOTES, RULES } from './catalogue.ts'
import { testErrorTable } from './table.ts'

testErrorTable({ quotes: QUOTES, rows: [...ACCOUNT_ROWS, ...BOOKING_ROWS], rules: RULES })

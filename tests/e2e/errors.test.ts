import { ACCOUNT_ROWS } from './errors/account.ts'
import { BOOKING_ROWS } from './errors/booking.ts'
import { QUOTES, RULES } from './errors/catalogue.ts'
import { tellTable } from './errors/table.ts'

// Spec §8, Rider.

tellTable({ quotes: QUOTES, rows: [...ACCOUNT_ROWS, ...BOOKING_ROWS], rules: RULES })

import { QUOTES, RULES } from './errors/admin-catalogue.ts'
import { PLACE_ROWS } from './errors/admin-places.ts'
import { PRICE_ROWS } from './errors/admin-prices.ts'
import { tellTable } from './errors/table.ts'

// Spec §8, Admin.

tellTable({ quotes: QUOTES, rows: [...PLACE_ROWS, ...PRICE_ROWS], rules: RULES })

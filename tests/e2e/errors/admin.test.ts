import { QUOTES, RULES } from './admin-catalogue.ts'
import { PLACE_ROWS } from './admin-places.ts'
import { PRICE_ROWS } from './admin-prices.ts'
import { testErrorTable } from './table.ts'

testErrorTable({ quotes: QUOTES, rows: [...PLACE_ROWS, ...PRICE_ROWS], rules: RULES })

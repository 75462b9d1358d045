import { QUOTES, RULES } from './admin-catalogue.ts'
import { PRICE_ROWS } from './admin-prices.ts'
import { PROPERTY_ROWS } from './admin-properties.ts'
import { testErrorTable } from './table.ts'

testErrorTable({ quotes: QUOTES, rows: [...PROPERTY_ROWS, ...PRICE_ROWS], rules: RULES })

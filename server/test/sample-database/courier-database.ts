import { readFileSync } from 'node:fs'

/**
 * A sample database of another shape as SQL text: a courier's stations, parcels and scans in a schema
 * of their own, about 12,000 rows. The text is the same on every machine.
 */
export const courierDatabase = (): string =>
  readFileSync(new URL('courier-database.sql', import.meta.url), 'utf8')

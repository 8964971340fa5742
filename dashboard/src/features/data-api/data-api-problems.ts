import { PreRequestName, type DataApiSettings } from '@stoa/contract/platform/projects'

export const MOST_ROWS = 1_000_000

/** What the server would refuse, in words, by field; empty when it would take everything. */
export function dataApiProblems({
  enabled,
  exposed_schemas,
  max_rows,
  db_pre_request,
}: DataApiSettings): Partial<Record<keyof DataApiSettings, string>> {
  return {
    ...(enabled &&
      exposed_schemas.length === 0 && {
        exposed_schemas: 'Choose one at least, or switch the Data API off.',
      }),
    ...(!isRowCount(max_rows) && { max_rows: 'A whole number from 1 to 1,000,000.' }),
    ...(!PreRequestName.safeParse(db_pre_request).success && {
      db_pre_request: 'A function’s name without parentheses, such as private.check_request.',
    }),
  }
}

const isRowCount = (count: number) => Number.isInteger(count) && count >= 1 && count <= MOST_ROWS

import { isString, readSetting, writeSetting } from '../../lib/storage.ts'

const ROW_LIMITS = ['100', '500', '1000', '10000', 'none'] as const
export type RowLimit = (typeof ROW_LIMITS)[number]

export const ROW_LIMIT_OPTIONS = ROW_LIMITS.map((value) =>
  value === 'none'
    ? {
        value,
        label: 'No limit',
        description: 'Shows up to 500,000 rows or 50 MB. Exports have all rows.',
      }
    : { value, label: `${Number(value).toLocaleString('en')} rows` },
)

/** Null for no limit. */
export const rowLimitOf = (limit: RowLimit): number | null =>
  limit === 'none' ? null : Number(limit)

const KEY = 'stoa.sql-row-limit'

/** The limit that this browser used last. */
export function readRowLimit(): RowLimit {
  const kept = readSetting(KEY, '1000', isString)
  return ROW_LIMITS.find((limit) => limit === kept) ?? '1000'
}

export const keepRowLimit = (limit: RowLimit): void => writeSetting(KEY, limit)

import type { LogFilter } from '@stoa/contract/services/logs/logs'

/** Filters as a text for the URL of a page of logs: `status>=500;method=GET,POST`. */
export const formatFilters = (filters: readonly LogFilter[]): string =>
  filters
    .map(({ field, operator, values }) => `${field}${operator}${values.map(escapeValue).join(',')}`)
    .join(';')

const escapeValue = (value: string) =>
  value.replaceAll(/[%,;]/g, (sign) => encodeURIComponent(sign))

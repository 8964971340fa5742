import { LOG_SOURCES, type LogLevel } from '@stoa/contract/catalog/log-sources'
import type { LogFacet, LogFilter } from '@stoa/contract/services/logs/logs'
import type { StatusTone } from '../../ui/display/status-dot.tsx'

const NAMES = new Map<string, string>(LOG_SOURCES.map(({ reference, name }) => [reference, name]))

export const sourceName = (source: string): string => NAMES.get(source) ?? source

export const FACET_LABELS: Readonly<Record<LogFacet, string>> = {
  severity: 'Severity',
  source: 'Source',
  status: 'Status',
  method: 'Method',
  path: 'Path',
  host: 'Host',
  user: 'User',
}

export const LEVEL_LABELS: Readonly<Record<LogLevel, string>> = {
  error: 'Error',
  warning: 'Warning',
  info: 'Info',
  debug: 'Debug',
}

export const LEVEL_TONES: Readonly<Record<LogLevel, StatusTone>> = {
  error: 'danger',
  warning: 'warning',
  info: 'neutral',
  debug: 'neutral',
}

const isLevel = (value: string): value is LogLevel => Object.hasOwn(LEVEL_LABELS, value)

/** A value of a facet in words. */
export function valueLabel(field: string, value: string): string {
  if (field === 'source') return sourceName(value)
  if (field === 'severity' && isLevel(value)) return LEVEL_LABELS[value]
  return value === '' ? 'Empty' : value
}

const OPERATOR_WORDS: Readonly<Record<LogFilter['operator'], string>> = {
  '=': 'is',
  '<>': 'is not',
  '>=': 'is at least',
  '<=': 'is at most',
  '~': 'contains',
  '!~': 'does not contain',
}

const isFacet = (field: string): field is LogFacet => Object.hasOwn(FACET_LABELS, field)

const FURTHER_LABELS: Readonly<Record<string, string>> = {
  duration_ms: 'Duration in ms',
  request_id: 'Request ID',
}

export const fieldLabel = (field: string): string =>
  isFacet(field) ? FACET_LABELS[field] : (FURTHER_LABELS[field] ?? field.replace(/^metadata\./, ''))

/** A filter in words: `Status is at least 500`. */
export const filterLabel = ({ field, operator, values }: LogFilter): string =>
  `${fieldLabel(field)} ${OPERATOR_WORDS[operator]} ${values.map((value) => valueLabel(field, value)).join(' or ')}`

/** The color of an HTTP status. */
export function statusClass(status: number | null): string {
  if (status === null || status < 400) return ''
  return status < 500 ? 'text-warning-text' : 'text-danger-text'
}

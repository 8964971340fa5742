import type { Drift, DriftProperty } from '@stoa/contract/services/meta/drift'

/** The properties of definitions, as the page names them. */
export const PROPERTY_LABELS: Readonly<Record<DriftProperty, string>> = {
  type: 'Type',
  not_null: 'NOT NULL',
  default: 'Default value',
  identity: 'Identity',
  generated: 'Generated from',
  rls: 'Row level security',
  forced_rls: 'Row level security for the owner',
  kind: 'Kind',
  columns: 'Columns',
  references: 'Referenced table',
  referenced_columns: 'Referenced columns',
  on_delete: 'On delete',
  on_update: 'On update',
  match: 'Match',
  deferrable: 'Deferrable',
  validated: 'Validation',
  enforced: 'Enforcement',
  inherited: 'Inheritance',
  expression: 'Expression',
  unique: 'Unique',
  method: 'Method',
  include: 'Included columns',
  nulls: 'NULL values',
  condition: 'Condition',
  returns: 'Return type',
  language: 'Language',
  volatility: 'Volatility',
  strict: 'NULL arguments',
  security: 'Security',
  settings: 'Settings',
  body: 'Body',
  query: 'Query',
  options: 'Options',
  timing: 'Timing',
  events: 'Events',
  level: 'For each',
  function: 'Function',
  mode: 'Mode',
  command: 'Command',
  roles: 'Roles',
  using: 'USING',
  check: 'WITH CHECK',
  values: 'Values',
  increment: 'Increment',
  minimum: 'Minimum',
  maximum: 'Maximum',
  start: 'Start',
  cycle: 'Cycle',
}

export const keyOf = ({ side, kind, schema, table, name, signature }: Drift): string =>
  JSON.stringify([side, kind, schema, table, name, signature])

/** The object with its schema and table; a function with the types of its arguments. */
export function pathOf({ kind, schema, table, name, signature }: Drift): string {
  const parts = kind === 'schema' ? [name] : [schema, table, name]
  const path = parts.filter((part) => part !== null).join('.')
  return signature === null ? path : `${path}(${signature})`
}

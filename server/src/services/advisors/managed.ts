import type { Finding, ManagedLint } from '@stoa/contract/services/advisors/advisors'
import { RULES } from './advisors.ts'

const TYPES = {
  table: 'table',
  view: 'view',
  materialized_view: 'view',
  foreign_table: 'table',
  function: 'function',
  extension: 'extension',
  index: 'table',
  policy: 'table',
  bucket: 'table',
  queue: 'table',
  schema: 'table',
  auth_setting: 'auth',
  installation: 'compliance',
  organization: 'compliance',
} as const satisfies Record<Finding['kind'], NonNullable<ManagedLint['metadata']>['type']>

/** A finding as the Management API returns it. `rulesUrl` is the page that documents the rules. */
export function toManagedLint(finding: Finding, rulesUrl: string): ManagedLint {
  const { rule, kind, schema, name, table, foreign_key: key } = finding
  const entity = table ?? name
  return {
    name: rule,
    title: finding.title,
    level: finding.level,
    facing: 'EXTERNAL',
    categories: [finding.category === 'security' ? 'SECURITY' : 'PERFORMANCE'],
    description: RULES.find((known) => known.name === rule)?.description ?? finding.title,
    detail: finding.detail,
    remediation: `${rulesUrl}?rule=${rule}`,
    metadata: {
      type: TYPES[kind],
      name: entity,
      entity: schema === null ? entity : `${schema}.${entity}`,
      ...(schema !== null && { schema }),
      ...(key && { fkey_name: key.name, fkey_columns: key.columns }),
    },
    cache_key: finding.cache_key,
  }
}

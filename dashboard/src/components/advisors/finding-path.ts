import type { Finding } from '@stoa/contract/services/advisors/advisors'

type FindingObject = Pick<Finding, 'kind' | 'schema' | 'name' | 'table' | 'table_id' | 'rule'>

/** The pages of settings that correct a rule. */
const SETTINGS_PAGES: ReadonlyMap<string, string> = new Map([
  ['auth_insufficient_mfa_options', 'auth/mfa'],
])

/** The page of the object that has a fault; undefined if the dashboard has none. */
export function findingPath(ref: string, finding: FindingObject): string | undefined {
  const page = pageOf(finding)
  return page === undefined ? undefined : `/project/${ref}/${page}`
}

function pageOf({ kind, schema, name, table, table_id: id, rule }: FindingObject) {
  const list = (page: string, search: string) =>
    `${page}?${new URLSearchParams({ ...(schema !== null && { schema }), search }).toString()}`
  switch (kind) {
    case 'table':
    case 'view':
    case 'materialized_view':
    case 'foreign_table':
      return id === null ? undefined : `editor/${id}`
    case 'policy':
      return list('database/policies', table ?? name)
    case 'function':
      return list('database/functions', name)
    case 'index':
      return list('database/indexes', name)
    case 'extension':
      return `database/extensions?${new URLSearchParams({ search: name }).toString()}`
    case 'bucket':
      return 'storage/policies'
    case 'queue':
      return `integrations/queues/${encodeURIComponent(name)}`
    case 'schema':
      return 'settings/data-api'
    case 'auth_setting':
      return SETTINGS_PAGES.get(rule) ?? 'auth/providers'
    case 'installation':
    case 'organization':
      return undefined
  }
}

/** The name of the object as it is displayed. */
export const objectName = ({ schema, table, name, kind }: FindingObject): string => {
  if (table !== null) return `${schema}.${table}: ${name}`
  return schema === null || ['bucket', 'queue', 'schema', 'extension'].includes(kind)
    ? name
    : `${schema}.${name}`
}

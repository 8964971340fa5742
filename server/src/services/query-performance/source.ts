import type { QuerySource } from '@stoa/contract/services/query-performance/query-performance'

const SOURCES: ReadonlyMap<string, QuerySource> = new Map([
  ['anon', 'data_api'],
  ['authenticated', 'data_api'],
  ['service_role', 'data_api'],
  ['supabase_auth_admin', 'auth'],
  ['supabase_storage_admin', 'storage'],
  ['supabase_realtime_admin', 'realtime'],
  ['postgres', 'owner'],
  ['authenticator', 'platform'],
])

/** The part of the product that a query belongs to. Postgres keeps no other sign of its caller. */
export function sourceOf({
  role,
  isInternal,
}: {
  readonly role: string
  readonly isInternal: boolean
}): QuerySource {
  if (isInternal) return 'platform'
  return SOURCES.get(role) ?? (role.startsWith('supabase_') ? 'platform' : 'custom_role')
}

const CATALOGS =
  /\b(?:pg_catalog|information_schema|pg_stat_\w+|pg_(?:am|attrdef|attribute|auth_members|authid|available_extensions|class|collation|constraint|database|default_acl|depend|description|enum|event_trigger|extension|foreign_\w+|index|indexes|inherits|language|locks|matviews|namespace|opclass|operator|partitioned_table|policies|policy|proc|publication\w*|replication_slots|rewrite|roles|sequence|sequences|settings|statistic\w*|stats|subscription\w*|tables|tablespace|trigger|type|user|views)|supabase_migrations|to_regclass)\b|\bstoa(?:_\w+)?"?\.|\bextensions"?\."?stoa_/i

/**
 * Whether a statement reads the catalogs or the platform's own tables, as the dashboard and other
 * tools do.
 */
export const isInternalStatement = (statement: string): boolean => CATALOGS.test(statement)

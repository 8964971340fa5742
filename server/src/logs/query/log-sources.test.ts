import { LOG_SOURCES, logColumn, type LogSourceName } from '@stoa/contract/catalog/log-sources'
import { describe, expect, it } from 'vitest'
import { metadataFields } from './fields.ts'

const sourceOf = (reference: LogSourceName) =>
  LOG_SOURCES.find((source) => source.reference === reference)

/** The fields that queries can name below `metadata`, and those of the row itself. */
function fieldsOf(reference: LogSourceName): string[] {
  const rows = sourceOf(reference)?.fields.map(({ path }) => path) ?? []
  const nested = metadataFields(reference).map(({ path }) => path.join('.'))
  return [...rows.filter((path) => !path.startsWith('metadata.')), ...nested]
}

const words = (text: string) => text.split(' ')
const beside = (prefix: string, text: string) => words(text).map((name) => `${prefix}.${name}`)

describe('the sources of the logs', () => {
  // SPEC: "API Gateway (edge_logs): id, timestamp, event_message, identifier, request metadata
  // (method, path, host, url, search, protocol, headers, client and location details), response
  // metadata (status_code, origin_time, headers)."
  it('include the API gateway, with its requests, clients and responses', () => {
    expect(sourceOf('edge_logs')?.name).toBe('API Gateway')
    expect(fieldsOf('edge_logs')).toEqual(
      expect.arrayContaining([
        ...words('id timestamp event_message identifier'),
        ...beside('request', 'method path host url search protocol'),
        ...beside('request.headers', 'host user_agent x_client_info cf_ipcountry'),
        ...beside('request', 'ip cf.country cf.city cf.region'),
        ...beside('response', 'status_code origin_time headers.content_type'),
      ]),
    )
  })

  // SPEC: "Auth (auth_logs): event_message, id, timestamp, metadata auth_event (action, actor_id,
  // actor_username, log_type, traits provider, user_email, user_id, user_phone), component, duration,
  // host, level, method, msg, path, referer, remote_addr, status."
  it('include auth, with its events and requests', () => {
    expect(sourceOf('auth_logs')?.name).toBe('Auth')
    expect(fieldsOf('auth_logs')).toEqual(
      expect.arrayContaining([
        ...words('event_message id timestamp'),
        ...beside('auth_event', 'action actor_id actor_username log_type traits.provider'),
        ...beside('auth_event.traits', 'user_email user_id user_phone'),
        ...words('component duration host level method msg path referer remote_addr status'),
      ]),
    )
  })

  // SPEC: "Storage (storage_logs): request and response headers, method, url, statusCode,
  // responseTime, tenantId, reqId, project, rawError, level."
  it('include storage, with its requests and responses', () => {
    expect(sourceOf('storage_logs')?.name).toBe('Storage')
    expect(fieldsOf('storage_logs')).toEqual(
      expect.arrayContaining([
        ...words('req.headers.user_agent res.headers.content_type req.method req.url'),
        ...words('res.statusCode responseTime tenantId reqId project rawError level'),
      ]),
    )
  })

  // SPEC: "Postgres (postgres_logs): backend_type, command_tag, connection_from, database_name,
  // error_severity, process_id, query_id, session_id, sql_state_code, transaction_id, user_name."
  it('include Postgres, with the parts of its lines', () => {
    expect(sourceOf('postgres_logs')?.name).toBe('Postgres')
    expect(fieldsOf('postgres_logs')).toEqual(
      expect.arrayContaining([
        ...beside('parsed', 'backend_type command_tag connection_from database_name'),
        ...beside('parsed', 'error_severity process_id query_id session_id sql_state_code'),
        ...beside('parsed', 'transaction_id user_name'),
      ]),
    )
  })

  // SPEC: "Realtime (realtime_logs): level, measurements connected, connected_cluster, limit, sum,
  // external_id."
  it('include realtime, with its counts of clients', () => {
    expect(sourceOf('realtime_logs')?.name).toBe('Realtime')
    expect(fieldsOf('realtime_logs')).toEqual(
      expect.arrayContaining([
        ...words('level external_id'),
        ...beside('measurements', 'connected connected_cluster limit sum'),
      ]),
    )
  })

  // SPEC: "PostgREST (postgrest_logs): identifier, host."
  it('include the data API', () => {
    expect(sourceOf('postgrest_logs')?.name).toBe('PostgREST')
    expect(fieldsOf('postgrest_logs')).toEqual(expect.arrayContaining(words('identifier host')))
  })

  // SPEC: "Supavisor shared pooler (supavisor_logs): context details, db_name, instance_id, level,
  // project, region, type, user."
  // SPEC: "PgBouncer dedicated pooler (pgbouncer_logs): file, host, project."
  it('include the shared and the dedicated pooler', () => {
    expect(sourceOf('supavisor_logs')?.name).toBe('Supavisor shared pooler')
    expect(fieldsOf('supavisor_logs')).toEqual(
      expect.arrayContaining([
        ...beside('context', 'domain line mfa module'),
        ...words('db_name instance_id level project region type user'),
      ]),
    )
    expect(sourceOf('pgbouncer_logs')?.name).toBe('PgBouncer dedicated pooler')
    expect(fieldsOf('pgbouncer_logs')).toEqual(expect.arrayContaining(words('file host project')))
  })

  // SPEC: "Database Version Upgrade (pg_upgrade_logs): event_message only."
  it('include upgrades, whose events have no fields but those of every source', () => {
    const upgrade = sourceOf('pg_upgrade_logs')
    expect(upgrade?.name).toBe('Database Version Upgrade')
    expect(upgrade?.fields.map(logColumn)).toContain('event_message')
    const others = LOG_SOURCES.map(({ fields }) => fields.map(({ path }) => path))
    for (const { path } of upgrade?.fields ?? [])
      expect(others.every((paths) => paths.includes(path))).toBe(true)
  })
})

import {
  AlertEventKind,
  AlertRuleSettings,
  AlertSeverity,
  AlertState,
  UnevaluatedReason,
} from '@stoa/contract/services/alerts/rules'
import { z } from 'zod'
import type { NewAlertEvent, NewRule, RuleStatus, StoredRule } from '../../project/alert-records.ts'
import type { Session } from '../../postgres/database.ts'
import { emptySql, sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'
import { projectOf } from './project-queries.ts'

const RuleRow = z.object({
  id: z.uuid(),
  settings: AlertRuleSettings,
  is_default: z.boolean(),
  state: AlertState,
  state_since: z.date().nullable(),
  value: z.number().nullable(),
  evaluated_at: z.date().nullable(),
  unevaluated: UnevaluatedReason.nullable(),
  snoozed_until: z.date().nullable(),
  notified_at: z.date().nullable(),
  version: z.coerce.number(),
})

export async function listRuleRows(session: Session, ref: string): Promise<StoredRule[]> {
  const rows = await session.many(
    sql`
      select id, settings, is_default, state, state_since, value, evaluated_at, unevaluated,
        snoozed_until, notified_at, version
      from platform.alert_rules where project_id = ${projectOf(ref)}
      order by position`,
    RuleRow,
  )
  return rows.map((row) => ({
    id: row.id,
    settings: row.settings,
    isDefault: row.is_default,
    state: row.state,
    stateSince: row.state_since,
    value: row.value,
    evaluatedAt: row.evaluated_at,
    unevaluated: row.unevaluated,
    snoozedUntil: row.snoozed_until,
    notifiedAt: row.notified_at,
    version: row.version,
  }))
}

/** Inserts nothing if the project has had its first rules before. */
export const markDefaults = (session: Session, ref: string, at: Date) =>
  session.run(sql`
    insert into platform.alert_defaults (project_id, added_at)
    select id, ${at} from platform.projects where ref = ${ref} and deleted_at is null
    on conflict do nothing`)

/** The project's row is locked, so that two requests cannot both insert the last one. */
export const lockProject = (session: Session, ref: string) =>
  session.run(sql`
    select from platform.projects where ref = ${ref} and deleted_at is null for no key update`)

export const insertRule = (
  session: Session,
  ref: string,
  { id, settings, isDefault, max }: NewRule & { readonly max: number },
) =>
  session.run(sql`
    insert into platform.alert_rules (project_id, id, settings, is_default)
    select p.id, ${id}::uuid, ${JSON.stringify(settings)}::jsonb, ${isDefault}::boolean
    from platform.projects p
    where p.ref = ${ref} and p.deleted_at is null
      and (select count(*) from platform.alert_rules r where r.project_id = p.id) < ${max}::integer`)

export const updateRule = (
  session: Session,
  ref: string,
  {
    id,
    version,
    settings,
    snoozedUntil,
    resets,
  }: Pick<StoredRule, 'id' | 'version' | 'settings' | 'snoozedUntil'> & {
    readonly resets: boolean
  },
) =>
  session.run(sql`
    update platform.alert_rules set
      settings = ${JSON.stringify(settings)}::jsonb, snoozed_until = ${snoozedUntil}::timestamptz,
      version = version + 1
      ${
        resets
          ? sql`, state = 'ok', state_since = null, value = null, unevaluated = null,
              evaluated_at = null, notified_at = null`
          : emptySql
      }
    where project_id = ${projectOf(ref)} and id = ${id}::uuid and version = ${version}::bigint`)

export const deleteRule = (session: Session, ref: string, id: string) =>
  session.run(sql`
    delete from platform.alert_rules where project_id = ${projectOf(ref)} and id = ${id}::uuid`)

export const updateStatus = (
  session: Session,
  ref: string,
  {
    id,
    version,
    status,
  }: { readonly id: string; readonly version: number; readonly status: RuleStatus },
) =>
  session.run(sql`
    update platform.alert_rules set
      state = ${status.state}, state_since = ${status.stateSince}::timestamptz,
      value = ${status.value}::float8, evaluated_at = ${status.evaluatedAt}::timestamptz,
      unevaluated = ${status.unevaluated}::text, notified_at = ${status.notifiedAt}::timestamptz,
      version = version + 1
    where project_id = ${projectOf(ref)} and id = ${id}::uuid and version = ${version}::bigint`)

export const insertEvent = (session: Session, ref: string, event: NewAlertEvent) =>
  session.run(sql`
    insert into platform.alert_events
      (project_id, rule_id, rule_name, kind, severity, detail, value, actor, at)
    select id, ${event.ruleId}::uuid, ${event.ruleName}, ${event.kind}, ${event.severity},
      ${event.detail}, ${event.value}::float8, ${event.actor}::uuid, ${event.at}::timestamptz
    from platform.projects where ref = ${ref} and deleted_at is null`)

const EventRow = z.object({
  id: z.string(),
  rule_id: z.uuid().nullable(),
  rule_name: z.string(),
  kind: AlertEventKind,
  severity: AlertSeverity,
  detail: z.string(),
  value: z.number().nullable(),
  actor: z.string().nullable(),
  at: Timestamp,
})

export const listEventRows = (
  session: Session,
  ref: string,
  {
    rule,
    before,
    limit,
  }: { rule?: string | undefined; before?: string | undefined; limit: number },
) =>
  session.many(
    sql`
      select e.id::text as id, e.rule_id, e.rule_name, e.kind, e.severity, e.detail, e.value, e.at,
        (select p.primary_email from platform.profiles p where p.user_id = e.actor) as actor
      from platform.alert_events e
      where e.project_id = ${projectOf(ref)}
        ${rule === undefined ? emptySql : sql`and e.rule_id = ${rule}::uuid`}
        ${before === undefined ? emptySql : sql`and e.id < ${before}::bigint`}
      order by e.id desc limit ${limit}::integer`,
    EventRow,
  )

export const deleteOldEvents = (session: Session, ref: string, before: Date) =>
  session.run(sql`
    delete from platform.alert_events
    where project_id = ${projectOf(ref)} and at < ${before}::timestamptz`)

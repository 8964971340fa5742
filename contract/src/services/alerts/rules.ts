import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { AlertCondition, MAX_RULE_MINUTES } from './conditions.ts'

declare module '../../platform/permissions.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- A service adds its permissions by merging interfaces.
  interface Permissions {
    /** Read the alerts of a project, their channels and scheduled queries. */
    'alerts:read': true
    /** Change and snooze alerts, and change their channels and scheduled queries. */
    'alerts:write': true
  }
}

export const MAX_ALERT_RULES = 100
export const MAX_RULE_CHANNELS = 10
export const MAX_ALERT_NAME = 100
export const ALERT_EVENTS_PER_PAGE = 50
/** The shortest time between two messages about a rule that keeps firing. */
export const MIN_REPEAT_MINUTES = 5
export const MAX_REPEAT_MINUTES = 10_080

const byRef = z.object({ ref: z.string() })
const byId = byRef.extend({ id: z.uuid() })
const path = '/platform/alerts/{ref}'

export const AlertState = z.enum(['ok', 'pending', 'firing', 'resolved'])
export type AlertState = z.infer<typeof AlertState>

export const AlertSeverity = z.enum(['critical', 'warning', 'info'])
export type AlertSeverity = z.infer<typeof AlertSeverity>

/** The reason why a rule was not evaluated. Its state stays as it was. */
export const UnevaluatedReason = z.enum(['asleep', 'no_data', 'query_failed', 'query_missing'])
export type UnevaluatedReason = z.infer<typeof UnevaluatedReason>

export const AlertRuleSettings = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(MAX_ALERT_NAME),
  condition: AlertCondition,
  /** The rule fires when the condition has been true for this time. */
  minutes: z.int().min(1).max(MAX_RULE_MINUTES),
  severity: AlertSeverity,
  enabled: z.boolean(),
  /** By email, or in the dashboard if no mail server is configured. */
  notifies_owners: z.boolean(),
  channel_ids: z.array(z.uuid()).max(MAX_RULE_CHANNELS),
  /** Sends another message after this time while the rule fires; null for one message. */
  repeat_minutes: z.int().min(MIN_REPEAT_MINUTES).max(MAX_REPEAT_MINUTES).nullable(),
})
export type AlertRuleSettings = z.infer<typeof AlertRuleSettings>

export const AlertRule = AlertRuleSettings.extend({
  id: z.uuid(),
  /** Every project has it from the start. */
  is_default: z.boolean(),
  state: AlertState,
  /** The time of the last change of the state. */
  state_since: z.string().nullable(),
  /** The last value, in the unit of the metric. */
  value: z.number().nullable(),
  evaluated_at: z.string().nullable(),
  unevaluated: UnevaluatedReason.nullable(),
  snoozed_until: z.string().nullable(),
})
export type AlertRule = z.infer<typeof AlertRule>

/** The fields of a rule that an editor replaces. */
export const ReplacedAlertRule = AlertRuleSettings.partial()

export const listAlertRules = endpoint({
  method: 'GET',
  path: `${path}/rules`,
  access: 'alerts:read',
  params: byRef,
  response: z.array(AlertRule),
})

/** 409 `too_many_alert_rules`, 422 `alert_channel_missing` or `alert_query_missing`. */
export const createAlertRule = endpoint({
  method: 'POST',
  path: `${path}/rules`,
  access: 'alerts:write',
  params: byRef,
  body: AlertRuleSettings,
  response: AlertRule,
  status: 201,
})

/** A changed condition begins in the state `ok`. 404 `alert_rule_not_found`. */
export const updateAlertRule = endpoint({
  method: 'PATCH',
  path: `${path}/rules/{id}`,
  access: 'alerts:write',
  params: byId,
  body: AlertRuleSettings.partial().extend({ replaces: ReplacedAlertRule.optional() }),
  response: AlertRule,
})

export const deleteAlertRule = endpoint({
  method: 'DELETE',
  path: `${path}/rules/{id}`,
  access: 'alerts:write',
  params: byId,
  response: z.object({}),
})

/** Sends no messages about the rule until then; null ends the snooze. */
export const snoozeAlertRule = endpoint({
  method: 'POST',
  path: `${path}/rules/{id}/snooze`,
  access: 'alerts:write',
  params: byId,
  body: z.object({ until: z.iso.datetime({ offset: true }).nullable() }),
  response: AlertRule,
})

export const AlertEventKind = z.enum([
  'firing',
  'repeated',
  'resolved',
  'created',
  'changed',
  'deleted',
  'snoozed',
  'unsnoozed',
])
export type AlertEventKind = z.infer<typeof AlertEventKind>

export const AlertEvent = z.object({
  id: z.string(),
  /** Null if the rule was deleted. */
  rule_id: z.uuid().nullable(),
  rule_name: z.string(),
  kind: AlertEventKind,
  severity: AlertSeverity,
  /** The condition in words, with the value at that time. */
  detail: z.string(),
  value: z.number().nullable(),
  /** The member who did it; null for a change of the state. */
  actor: z.string().nullable(),
  at: z.string(),
})
export type AlertEvent = z.infer<typeof AlertEvent>

/** The history of all rules or of one, the newest first. */
export const listAlertEvents = endpoint({
  method: 'GET',
  path: `${path}/events`,
  access: 'alerts:read',
  params: byRef,
  query: z.object({
    rule: z.uuid().optional(),
    /** The id of the last event of the previous page. */
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
  }),
  response: z.array(AlertEvent),
})

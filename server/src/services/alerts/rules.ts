import {
  ALERT_EVENTS_PER_PAGE,
  MAX_ALERT_RULES,
  type AlertEventKind,
  type AlertRule,
  type AlertRuleSettings,
  type updateAlertRule,
} from '@stoa/contract/services/alerts/rules'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import type { AlertRecords, NewAlertEvent, StoredRule } from '../../project/alert-records.ts'
import type { Member } from '../../project/member.ts'
import { requireUnchanged } from '../../project/unchanged.ts'
import {
  changedMeanwhile,
  channelMissing,
  queryMissing,
  ruleNotFound,
  snoozeTooLong,
  tooManyRules,
} from './errors.ts'
import { addDefaultRules } from './evaluate.ts'
import { MAX_SNOOZE_DAYS } from './limits.ts'
import { detailOf } from './messages.ts'
import { authorOf } from './people.ts'
import { definedOf } from './scheduled-queries.ts'

export type RulesDeps = {
  readonly records: () => AlertRecords
  readonly clock: Clock
  readonly newId: () => string
}

type RuleChange = z.infer<NonNullable<typeof updateAlertRule.body>>

const DAY_MS = 86_400_000

export async function listRules(deps: RulesDeps, ref: string): Promise<AlertRule[]> {
  await addDefaultRules(deps, ref, deps.clock.now())
  return (await deps.records().rules.list(ref)).map(shown)
}

const shown = (rule: StoredRule): AlertRule => ({
  ...rule.settings,
  id: rule.id,
  is_default: rule.isDefault,
  state: rule.state,
  state_since: rule.stateSince?.toISOString() ?? null,
  value: rule.value,
  evaluated_at: rule.evaluatedAt?.toISOString() ?? null,
  unevaluated: rule.unevaluated,
  snoozed_until: rule.snoozedUntil?.toISOString() ?? null,
})

export async function createRule(
  deps: RulesDeps,
  ref: string,
  { member, settings }: { readonly member: Member; readonly settings: AlertRuleSettings },
): Promise<AlertRule> {
  await addDefaultRules(deps, ref, deps.clock.now())
  await requireParts(deps, ref, settings)
  const rule = { id: deps.newId(), settings, isDefault: false }
  const event = await eventOf(deps, ref, { rule, kind: 'created', member })
  if (!(await deps.records().rules.add(ref, rule, { max: MAX_ALERT_RULES, event })))
    throw tooManyRules(MAX_ALERT_RULES)
  return shown(await find(deps, ref, rule.id))
}

export async function updateRule(
  deps: RulesDeps,
  ref: string,
  {
    id,
    member,
    change: { replaces, ...change },
  }: { readonly id: string; readonly member: Member; readonly change: RuleChange },
): Promise<AlertRule> {
  const before = await find(deps, ref, id)
  requireUnchanged(before.settings, replaces)
  const settings = { ...before.settings, ...definedOf(change) }
  await requireParts(deps, ref, settings)
  // A rule that was checked differently, or not at all, does not keep its old state.
  const resets =
    !isDeepStrictEqual(settings.condition, before.settings.condition) ||
    settings.minutes !== before.settings.minutes ||
    settings.enabled !== before.settings.enabled
  return store(deps, ref, { rule: { ...before, settings }, resets, kind: 'changed', member })
}

export async function snoozeRule(
  deps: RulesDeps,
  ref: string,
  {
    id,
    member,
    until,
  }: { readonly id: string; readonly member: Member; readonly until: string | null },
): Promise<AlertRule> {
  const before = await find(deps, ref, id)
  const snoozedUntil = until === null ? null : new Date(until)
  const wait = snoozedUntil === null ? 1 : snoozedUntil.getTime() - deps.clock.now().getTime()
  if (wait <= 0 || wait > MAX_SNOOZE_DAYS * DAY_MS) throw snoozeTooLong(MAX_SNOOZE_DAYS)
  const kind = snoozedUntil === null ? 'unsnoozed' : 'snoozed'
  return store(deps, ref, { rule: { ...before, snoozedUntil }, resets: false, kind, member })
}

export async function deleteRule(
  deps: RulesDeps,
  ref: string,
  { id, member }: { readonly id: string; readonly member: Member },
): Promise<string> {
  const rule = await find(deps, ref, id)
  const event = await eventOf(deps, ref, { rule, kind: 'deleted', member })
  if (!(await deps.records().rules.remove(ref, id, { ...event, ruleId: null })))
    throw ruleNotFound()
  return rule.settings.name
}

export const listEvents = (
  { records }: RulesDeps,
  ref: string,
  filter: { readonly rule?: string | undefined; readonly before?: string | undefined },
) => records().rules.events(ref, { ...filter, limit: ALERT_EVENTS_PER_PAGE })

async function find({ records }: RulesDeps, ref: string, id: string): Promise<StoredRule> {
  const rule = (await records().rules.list(ref)).find((one) => one.id === id)
  if (rule) return rule
  throw ruleNotFound()
}

type Stored = {
  readonly rule: StoredRule
  readonly resets: boolean
  readonly kind: AlertEventKind
  readonly member: Member
}

async function store(
  deps: RulesDeps,
  ref: string,
  { rule, resets, kind, member }: Stored,
): Promise<AlertRule> {
  const event = await eventOf(deps, ref, { rule, kind, member })
  if (!(await deps.records().rules.change(ref, rule, { resets, event }))) throw changedMeanwhile()
  return shown(await find(deps, ref, rule.id))
}

async function eventOf(
  { records, clock }: RulesDeps,
  ref: string,
  {
    rule,
    kind,
    member,
  }: {
    readonly rule: Pick<StoredRule, 'id' | 'settings'>
    readonly kind: AlertEventKind
    readonly member: Member
  },
): Promise<NewAlertEvent> {
  const queries = await records().queries.list(ref)
  const queryName = (id: string) => queries.find((query) => query.id === id)?.settings.name
  return {
    ruleId: rule.id,
    ruleName: rule.settings.name,
    kind,
    severity: rule.settings.severity,
    detail: detailOf(rule, null, queryName),
    value: null,
    actor: authorOf(member),
    at: clock.now(),
  }
}

/** Throws if a rule names channels or a query that the project does not have. */
async function requireParts(
  { records }: RulesDeps,
  ref: string,
  { channel_ids: ids, condition }: AlertRuleSettings,
): Promise<void> {
  const channels = new Set((await records().channels.list(ref)).map(({ id }) => id))
  if (ids.some((id) => !channels.has(id))) throw channelMissing()
  if (!('query_id' in condition)) return
  const queries = await records().queries.list(ref)
  if (!queries.some(({ id }) => id === condition.query_id)) throw queryMissing()
}

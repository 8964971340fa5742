import type { MetricReader } from '../../metrics/port.ts'
import type {
  AlertRecords,
  MessageLine,
  NewAlertEvent,
  NewMessage,
  StoredChannel,
  StoredRule,
} from '../../project/alert-records.ts'
import { DEFAULT_RULES } from './default-rules.ts'
import { detailOf, lineOf, subjectOf } from './messages.ts'
import { sendTime } from './quiet-hours.ts'
import { readCondition, type Facts } from './read-condition.ts'
import { stepRule, type Step } from './step.ts'

export type EvaluateDeps = {
  readonly records: () => AlertRecords
  readonly metrics: MetricReader
  readonly isRunning: (ref: string) => boolean
  readonly newId: () => string
  /** Whether backups of a running project are late or fail; undefined if it is not backed up now. */
  readonly isBackupFailing: (ref: string) => Promise<boolean | undefined>
}

type Evaluated = { readonly rule: StoredRule; readonly step: Step }

export async function addDefaultRules(
  { records, newId }: Pick<EvaluateDeps, 'records' | 'newId'>,
  ref: string,
  now: Date,
): Promise<void> {
  const rules = DEFAULT_RULES.map((settings) => ({ id: newId(), settings, isDefault: true }))
  await records().rules.addDefaults(ref, rules, now)
}

/** Checks all rules of a project once, and stores their states with the messages about them. */
export async function evaluateRules(deps: EvaluateDeps, ref: string, now: Date): Promise<void> {
  const records = deps.records()
  await addDefaultRules(deps, ref, now)
  const rules = await records.rules.list(ref)
  const queries = new Map((await records.queries.list(ref)).map((query) => [query.id, query]))
  const isRunning = deps.isRunning(ref)
  const asksForBackups = rules.some(({ settings }) => settings.condition.kind === 'backup')
  const isBackupFailing = isRunning && asksForBackups ? await deps.isBackupFailing(ref) : undefined
  const facts: Facts = { ...deps, ref, isRunning, rules, queries, isBackupFailing }
  const queryName = (id: string) => queries.get(id)?.settings.name
  const evaluated = rules
    .filter(({ settings }) => settings.enabled)
    .map((rule) => ({
      rule,
      step: stepRule(rule, readCondition(rule.settings.condition, facts), now),
    }))
    // A rule of a sleeping project does not change, so it is not written each minute.
    .filter(({ rule, step }) => !isUnchanged(rule, step))
  if (evaluated.length === 0) return
  const channels = await records.channels.list(ref)
  await records.rules.save(ref, {
    updates: evaluated.map(({ rule, step }) => ({
      id: rule.id,
      version: rule.version,
      status: step.status,
      events: eventsOf({ rule, step }, queryName, now),
    })),
    messagesFor: (updated) =>
      messagesOf(
        evaluated.filter(({ rule }) => updated.has(rule.id)),
        { channels, queryName, now, newId: deps.newId },
      ),
  })
}

const isUnchanged = (rule: StoredRule, { status, notice }: Step): boolean =>
  notice === undefined &&
  status.state === rule.state &&
  status.unevaluated !== null &&
  status.unevaluated === rule.unevaluated

function eventsOf(
  { rule, step }: Evaluated,
  queryName: (id: string) => string | undefined,
  now: Date,
): readonly NewAlertEvent[] {
  const kind = step.event ?? (step.notice === 'repeated' ? 'repeated' : undefined)
  if (kind === undefined) return []
  const { name, severity } = rule.settings
  const detail = detailOf(rule, step.status.value, queryName)
  const { value } = step.status
  return [{ ruleId: rule.id, ruleName: name, kind, severity, detail, value, actor: null, at: now }]
}

/** One message for each channel, with the lines of all rules that changed in this evaluation. */
function messagesOf(
  evaluated: readonly Evaluated[],
  {
    channels,
    queryName,
    now,
    newId,
  }: {
    readonly channels: readonly StoredChannel[]
    readonly queryName: (id: string) => string | undefined
    readonly now: Date
    readonly newId: () => string
  },
): readonly NewMessage[] {
  const lines = evaluated.flatMap(({ rule, step }) =>
    step.notice === undefined
      ? []
      : [{ rule, line: lineOf(rule, { kind: step.notice, step, queryName, now }) }],
  )
  const message = (
    own: readonly MessageLine[],
    channel: StoredChannel | undefined,
  ): readonly NewMessage[] =>
    own.length === 0
      ? []
      : [
          {
            id: newId(),
            channelId: channel?.id ?? null,
            subject: subjectOf(own),
            content: { kind: 'alerts', lines: own },
            at: now,
            sendAt: sendTime(channel?.quietHours ?? null, now),
          },
        ]
  const linesFor = (isWanted: (rule: StoredRule) => boolean) =>
    lines.filter(({ rule }) => isWanted(rule)).map(({ line }) => line)
  return [
    ...message(
      linesFor(({ settings }) => settings.notifies_owners),
      undefined,
    ),
    ...channels
      .filter(({ enabled }) => enabled)
      .flatMap((channel) =>
        message(
          linesFor(({ settings }) => settings.channel_ids.includes(channel.id)),
          channel,
        ),
      ),
  ]
}

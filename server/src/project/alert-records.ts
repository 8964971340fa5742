import type { ChannelTarget, QuietHours } from '@stoa/contract/services/alerts/channels'
import type {
  QueryRun,
  QueryRunResult,
  ScheduledQuerySettings,
} from '@stoa/contract/services/alerts/queries'
import type {
  AlertEvent,
  AlertEventKind,
  AlertRuleSettings,
  AlertSeverity,
  AlertState,
  UnevaluatedReason,
} from '@stoa/contract/services/alerts/rules'

/** The state of a rule, which each evaluation replaces. */
export type RuleStatus = {
  readonly state: AlertState
  readonly stateSince: Date | null
  readonly value: number | null
  readonly evaluatedAt: Date | null
  readonly unevaluated: UnevaluatedReason | null
  /** The time of the last message about the current firing. */
  readonly notifiedAt: Date | null
}

export type StoredRule = RuleStatus & {
  readonly id: string
  readonly isDefault: boolean
  readonly settings: AlertRuleSettings
  readonly snoozedUntil: Date | null
  readonly version: number
}

export type NewAlertEvent = {
  readonly ruleId: string | null
  readonly ruleName: string
  readonly kind: AlertEventKind
  readonly severity: AlertSeverity
  readonly detail: string
  readonly value: number | null
  /** The account of the member who did it. */
  readonly actor: string | null
  readonly at: Date
}

export type StoredChannel = {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly quietHours: QuietHours | null
  readonly target: ChannelTarget
  readonly sealed: string | null
}

/** One line of a message: a rule that has begun to fire, still does, or no longer does. */
export type MessageLine = {
  readonly rule_id: string
  readonly rule: string
  readonly kind: 'firing' | 'repeated' | 'resolved'
  readonly severity: AlertSeverity
  readonly detail: string
  readonly at: string
}

/** The content of a message, complete, so that later changes of rules do not change it. */
export type MessageContent =
  | { readonly kind: 'alerts'; readonly lines: readonly MessageLine[] }
  | { readonly kind: 'test' }
  | {
      readonly kind: 'result'
      readonly query: string
      readonly query_id: string
      readonly csv: string
      readonly is_limited: boolean
      readonly recipients: readonly string[]
    }

export type NewMessage = {
  readonly id: string
  /** Null for the owners of the organization, or for the recipients of a result. */
  readonly channelId: string | null
  readonly subject: string
  readonly content: MessageContent
  readonly at: Date
  /** The earliest time of the first attempt: the end of the quiet hours. */
  readonly sendAt: Date
}

export type StoredMessage = {
  readonly id: string
  readonly channelId: string | null
  readonly subject: string
  readonly content: MessageContent
  readonly state: 'pending' | 'sent' | 'failed'
  readonly attempts: number
  readonly lastError: string | null
  readonly createdAt: Date
  readonly endedAt: Date | null
}

export type MessageResult = {
  readonly state: 'pending' | 'sent' | 'failed'
  readonly error: string | null
  readonly nextAt: Date
  readonly at: Date
}

export type StoredQuery = {
  readonly id: string
  readonly settings: ScheduledQuerySettings
  /** Null for the operator credential. */
  readonly author: string | null
  readonly authorEmail: string | null
  readonly nextRunAt: Date | null
  readonly version: number
  readonly lastRun: QueryRun | null
}

export type QueryRunEnd = Pick<
  QueryRunResult,
  'row_count' | 'is_limited' | 'first_value' | 'error' | 'columns' | 'rows'
> & { readonly state: 'succeeded' | 'failed'; readonly at: Date }

/** The results of one evaluation of a project's rules, written together. */
export type Evaluation = {
  readonly updates: readonly {
    readonly id: string
    /** The version that was evaluated. */
    readonly version: number
    readonly status: RuleStatus
    readonly events: readonly NewAlertEvent[]
  }[]
  /** The messages about the rules whose update was written. */
  messagesFor(updated: ReadonlySet<string>): readonly NewMessage[]
}

/**
 * The platform's records of a project's alerts. They can be read while the project is asleep, and
 * its owner cannot change them in the database. Nothing is kept of a deleted project.
 */
export type AlertRecords = {
  readonly rules: {
    list(ref: string): Promise<readonly StoredRule[]>
    /** Adds the rules of every project, once. */
    addDefaults(ref: string, rules: readonly NewRule[], at: Date): Promise<void>
    /** False if there are `max` already. */
    add(
      ref: string,
      rule: NewRule,
      options: { max: number; event: NewAlertEvent },
    ): Promise<boolean>
    /** False if the rule was written since `version`. */
    change(
      ref: string,
      rule: Pick<StoredRule, 'id' | 'version' | 'settings' | 'snoozedUntil'>,
      options: { resets: boolean; event: NewAlertEvent },
    ): Promise<boolean>
    remove(ref: string, id: string, event: NewAlertEvent): Promise<boolean>
    /** Writes an evaluation in one transaction, without the rules that were written since. */
    save(ref: string, evaluation: Evaluation): Promise<void>
    events(
      ref: string,
      filter: { rule?: string | undefined; before?: string | undefined; limit: number },
    ): Promise<AlertEvent[]>
  }
  readonly channels: {
    list(ref: string): Promise<readonly StoredChannel[]>
    /** False if there are `max` already. */
    add(ref: string, channel: StoredChannel, max: number): Promise<boolean>
    change(ref: string, channel: StoredChannel): Promise<boolean>
    remove(ref: string, id: string): Promise<boolean>
  }
  readonly messages: {
    add(ref: string, message: NewMessage): Promise<void>
    due(ref: string, now: Date, limit: number): Promise<readonly StoredMessage[]>
    /** Counts an attempt before it is made; false if another process makes it. */
    claim(ref: string, message: StoredMessage, nextAt: Date): Promise<boolean>
    end(ref: string, id: string, result: MessageResult): Promise<StoredMessage | undefined>
    /** Those of one channel, or the last one of each. */
    list(ref: string, channelId: string, limit: number): Promise<readonly StoredMessage[]>
    last(ref: string): Promise<readonly StoredMessage[]>
    /** Deletes events and messages from before. */
    forget(ref: string, before: Date): Promise<void>
  }
  readonly queries: {
    list(ref: string): Promise<readonly StoredQuery[]>
    add(ref: string, query: NewQuery, max: number): Promise<boolean>
    change(ref: string, query: NewQuery & { readonly version: number }): Promise<boolean>
    setNextRun(ref: string, id: string, at: Date | null): Promise<void>
    remove(ref: string, id: string): Promise<boolean>
    /** Ends runs that an earlier process left, and adds one; false if the query is gone. */
    beginRun(ref: string, run: { id: string; queryId: string; at: Date }): Promise<boolean>
    /** Ends a run and adds its message in one transaction. Only the newest `keep` runs stay. */
    endRun(
      ref: string,
      run: {
        id: string
        queryId: string
        end: QueryRunEnd
        keep: number
        message: NewMessage | undefined
      },
    ): Promise<void>
    runs(ref: string, queryId: string): Promise<QueryRun[]>
    run(ref: string, queryId: string, id: string): Promise<QueryRunResult | undefined>
  }
  readonly people: {
    /** The addresses of the organization's members, or of its owners. */
    emails(ref: string, who: 'members' | 'owners'): Promise<string[]>
    /** Whether an account may still use the project in this way. */
    mayUse(
      ref: string,
      userId: string,
      permission: 'database:read' | 'database:write',
    ): Promise<boolean>
    /** Notifies the owners in the dashboard. */
    notifyOwners(
      ref: string,
      note: { isFiring: boolean; title: string; text: string; link: string; at: Date },
    ): Promise<void>
    projectName(ref: string): Promise<string>
  }
}

export type NewRule = {
  readonly id: string
  readonly settings: AlertRuleSettings
  readonly isDefault: boolean
}

export type NewQuery = {
  readonly id: string
  readonly settings: ScheduledQuerySettings
  readonly author: string | null
  readonly nextRunAt: Date | null
}

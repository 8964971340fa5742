import type { Policy } from '@stoa/contract/services/meta/catalogue'
import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import type {
  ChannelMessages,
  PolicyCondition,
} from '@stoa/contract/services/meta/policy-conditions'

export type PolicyCommand = Policy['command']

/** A table by its names. */
export type PolicyTable = { schema: string; name: string }

export type PolicyDraft = {
  name: string
  command: PolicyCommand
  /** A row must pass every restrictive policy, besides one permissive one. */
  isRestrictive?: boolean
  /** Names of roles; `public` for all. */
  roles: readonly string[]
  /** Which existing rows the policy applies to. Inserts have none. */
  using: string
  /** Which new rows the policy accepts. Only inserts and updates have it; empty for `using`. */
  check: string
}

/** A new policy, whose conditions can be templates of the server. */
export type NewPolicyDraft = Omit<PolicyDraft, 'using' | 'check'> & {
  using: PolicyCondition
  check: PolicyCondition
  /** For channels: the messages that both conditions are limited to. */
  messages?: ChannelMessages
}

/** Whether a person has deleted the text of a condition. */
export const isEmptyCondition = (condition: PolicyCondition): boolean =>
  typeof condition === 'string' && condition.trim() === ''

/** Whether a policy for the command can have a `using` expression. */
export const hasUsing = (command: PolicyCommand): boolean => command !== 'INSERT'

/** Whether a policy for the command can have a `with check` expression. */
export const hasCheck = (command: PolicyCommand): boolean =>
  command === 'INSERT' || command === 'UPDATE' || command === 'ALL'

/** The change that creates policies on a table. */
export const createPolicies = (
  table: PolicyTable,
  drafts: readonly NewPolicyDraft[],
): ObjectChange => ({
  kind: 'create_policies',
  table: { schema: table.schema, name: table.name },
  policies: drafts.map((draft) => ({
    name: draft.name,
    command: draft.command,
    is_restrictive: draft.isRestrictive ?? false,
    roles: [...draft.roles],
    using: usingOf(draft) ?? null,
    check: checkOf(draft) ?? null,
    ...(draft.messages !== undefined && { messages: draft.messages }),
  })),
})

/** The change that turns a policy into another. Undefined if nothing changes. */
export function alterPolicy(
  table: PolicyTable,
  policy: Policy,
  draft: PolicyDraft,
): ObjectChange | undefined {
  const before = draftOf(policy)
  const using = usingOf(draft)
  const check = checkOf(draft)
  const change = {
    ...(policy.name !== draft.name && { name: draft.name }),
    ...(!same(before.roles, draft.roles) && { roles: [...draft.roles] }),
    ...(using !== undefined && using !== usingOf(before) && { using }),
    ...(check !== undefined && check !== checkOf(before) && { check }),
  }
  if (Object.keys(change).length === 0) return undefined
  const { schema, name: on } = table
  return { kind: 'alter_policy', schema, table: on, name: policy.name, change }
}

/** The change that deletes a policy. */
export const dropPolicy = ({ schema, name: table }: PolicyTable, name: string): ObjectChange => ({
  kind: 'drop',
  object: { type: 'policy', schema, table, name },
  cascade: false,
})

/** The fields of an existing policy. */
export const draftOf = ({ name, command, roles, using, check }: Policy): PolicyDraft => ({
  name,
  command,
  roles,
  using: using ?? '',
  check: check ?? '',
})

const written = <Condition extends PolicyCondition>(condition: Condition) =>
  typeof condition === 'string' ? condition.trim() || undefined : condition

type Conditions<Condition> = { command: PolicyCommand; using: Condition; check: Condition }

const usingOf = <Condition extends PolicyCondition>({ command, using }: Conditions<Condition>) =>
  hasUsing(command) ? written(using) : undefined

const checkOf = <Condition extends PolicyCondition>({ command, check }: Conditions<Condition>) =>
  hasCheck(command) ? written(check) : undefined

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((role) => b.includes(role))

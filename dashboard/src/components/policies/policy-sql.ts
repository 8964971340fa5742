import type { Policy } from '@stoa/contract/services/meta/catalogue'
import { qualified, quoted } from '../../lib/sql-names.ts'

export type PolicyCommand = Policy['command']

/** A table by its schema and name. */
export type PolicyTable = { schema: string; name: string }

export type PolicyDraft = {
  name: string
  command: PolicyCommand
  /** A row must pass every restrictive policy and at least one permissive one. */
  isRestrictive?: boolean
  /** Names of roles; `public` for all. */
  roles: readonly string[]
  /** Which existing rows the policy applies to. Inserts have no existing rows. */
  using: string
  /** Which new rows the policy accepts, for inserts and updates. If empty, `using` applies. */
  check: string
}

/** Whether a policy for the command can have a `using` expression. */
export const hasUsing = (command: PolicyCommand): boolean => command !== 'INSERT'

/** Whether a policy for the command can have a `with check` expression. */
export const hasCheck = (command: PolicyCommand): boolean =>
  command === 'INSERT' || command === 'UPDATE' || command === 'ALL'

/** The statement that creates a policy. Every name is quoted where needed. */
export function createPolicySql(table: PolicyTable, draft: PolicyDraft): string {
  const { name, command, roles, isRestrictive = false } = draft
  const kind = isRestrictive ? '\nas restrictive' : ''
  const start = `create policy ${quoted(name)}\non ${qualified(table)}${kind}\nfor ${command.toLowerCase()} to ${roleList(roles)}`
  return [start, ...expressions(draft)].join('\n') + ';'
}

/** The statements that change a policy into another. Empty if nothing changes. */
export function alterPolicySql(table: PolicyTable, policy: Policy, draft: PolicyDraft): string {
  const before = draftOf(policy)
  const parts = [
    ...(same(before.roles, draft.roles) ? [] : [`to ${roleList(draft.roles)}`]),
    ...expressions(draft).filter((part) => !expressions(before).includes(part)),
  ]
  const change =
    parts.length === 0
      ? []
      : [`alter policy ${quoted(policy.name)}\non ${qualified(table)}\n${parts.join('\n')};`]
  const rename =
    policy.name === draft.name
      ? []
      : [
          `alter policy ${quoted(policy.name)}\non ${qualified(table)}\nrename to ${quoted(draft.name)};`,
        ]
  return [...change, ...rename].join('\n\n')
}

/** The statement that deletes a policy. */
export const dropPolicySql = (table: PolicyTable, name: string): string =>
  `drop policy ${quoted(name)} on ${qualified(table)};`

/** The fields of an existing policy. */
export const draftOf = ({ name, command, roles, using, check }: Policy): PolicyDraft => ({
  name,
  command,
  roles,
  using: using ?? '',
  check: check ?? '',
})

/** `public` is a keyword here, and the usual roles need no quotes. */
const PLAIN_ROLES = new Set(['public', 'anon', 'authenticated', 'service_role'])
const roleList = (roles: readonly string[]) =>
  roles.map((role) => (PLAIN_ROLES.has(role) ? role : quoted(role))).join(', ')

function expressions({ command, using, check }: PolicyDraft): string[] {
  return [
    ...(hasUsing(command) && using.trim() !== '' ? [`using (${using.trim()})`] : []),
    ...(hasCheck(command) && check.trim() !== '' ? [`with check (${check.trim()})`] : []),
  ]
}

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((role) => b.includes(role))

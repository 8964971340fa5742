import type { PolicyDraft } from '../../../components/policies/policy-changes.ts'
import { literal, qualified } from '../../../lib/sql-names.ts'

export type TemplateFields = { topic: string; table: string }

export type RealtimeTemplate = {
  id: string
  title: string
  description: string
  /** The name of the policy. */
  name: string
  /** The field that the template needs. */
  field?: keyof TemplateFields
  condition: (fields: TemplateFields) => string
}

/** The usual policies for private channels, all for signed-in users. */
export const TEMPLATES: readonly RealtimeTemplate[] = [
  {
    id: 'signed-in',
    title: 'All signed-in users',
    description: 'Every signed-in user can use all private channels.',
    name: 'Signed-in users can use all channels',
    condition: () => 'true',
  },
  {
    id: 'own-topic',
    title: 'Users own a topic',
    description: 'Each user can use the channel “user:” followed by their user ID.',
    name: 'Users can use their own channel',
    condition: () => "(select realtime.topic()) = 'user:' || (select auth.uid())::text",
  },
  {
    id: 'one-topic',
    title: 'One topic',
    description: 'Every signed-in user can use a single private channel.',
    name: 'Signed-in users can use one channel',
    field: 'topic',
    condition: ({ topic }) => `(select realtime.topic()) = ${literal(topic.trim())}`,
  },
  {
    id: 'members',
    title: 'Members in a table',
    description: 'Users can use the channels that a table lists for their user ID.',
    name: 'Members can use their channels',
    field: 'table',
    // The columns are qualified, because without a table a missing one would resolve to a column of
    // the messages.
    condition: ({ table }) =>
      `exists (select 1 from ${qualified({ schema: 'public', name: table.trim() })} as member where member.user_id = (select auth.uid()) and member.topic = (select realtime.topic()))`,
  },
]

export const DIRECTIONS = ['SELECT', 'INSERT'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** The kind of messages that a policy is for, with its condition. */
export const MESSAGES = {
  all: { label: 'Broadcast and presence', condition: "extension in ('broadcast', 'presence')" },
  broadcast: { label: 'Broadcast', condition: "extension = 'broadcast'" },
  presence: { label: 'Presence', condition: "extension = 'presence'" },
} as const
export type MessagesChoice = keyof typeof MESSAGES

type Wanted = {
  name: string
  directions: readonly Direction[]
  messages: MessagesChoice
  condition: string
}

/** One policy per direction, because a Postgres policy covers one operation or all. */
export function policiesFor({ name, directions, messages, condition }: Wanted): PolicyDraft[] {
  const typed = condition.trim()
  const both =
    typed === 'true'
      ? MESSAGES[messages].condition
      : `${MESSAGES[messages].condition} and (${typed})`
  return DIRECTIONS.filter((direction) => directions.includes(direction)).map((command) => ({
    name: directions.length > 1 ? `${name} (${command === 'SELECT' ? 'receive' : 'send'})` : name,
    command,
    roles: ['authenticated'],
    using: both,
    check: both,
  }))
}

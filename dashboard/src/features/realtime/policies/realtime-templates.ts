import type {
  ChannelMessages,
  PolicyCondition,
} from '@stoa/contract/services/meta/policy-conditions'
import type { NewPolicyDraft } from '../../../components/policies/policy-changes.ts'

export type TemplateFields = { topic: string; table: string }

export type RealtimeTemplate = {
  id: string
  title: string
  description: string
  /** The name of the policy. */
  name: string
  /** The field that the template needs. */
  field?: keyof TemplateFields
  condition: (fields: TemplateFields) => PolicyCondition
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
    condition: () => ({ template: 'own_topic' }),
  },
  {
    id: 'one-topic',
    title: 'One topic',
    description: 'Every signed-in user can use a single private channel.',
    name: 'Signed-in users can use one channel',
    field: 'topic',
    condition: ({ topic }) => ({ template: 'one_topic', topic: topic.trim() }),
  },
  {
    id: 'members',
    title: 'Members in a table',
    description: 'Users can use the channels that a table lists for their user ID.',
    name: 'Members can use their channels',
    field: 'table',
    condition: ({ table }) => ({ template: 'topic_members', table: table.trim() }),
  },
]

export const DIRECTIONS = ['SELECT', 'INSERT'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** The kinds of messages that a policy can be for. */
export const MESSAGES = {
  all: 'Broadcast and presence',
  broadcast: 'Broadcast',
  presence: 'Presence',
} as const satisfies Record<ChannelMessages, string>

type ChannelPolicy = {
  name: string
  directions: readonly Direction[]
  messages: ChannelMessages
  condition: PolicyCondition
}

/** One policy per direction, because a Postgres policy covers one operation or all. */
export const policiesFor = ({
  name,
  directions,
  messages,
  condition,
}: ChannelPolicy): NewPolicyDraft[] =>
  DIRECTIONS.filter((direction) => directions.includes(direction)).map((command) => ({
    name: directions.length > 1 ? `${name} (${command === 'SELECT' ? 'receive' : 'send'})` : name,
    command,
    roles: ['authenticated'],
    using: condition,
    check: condition,
    messages,
  }))

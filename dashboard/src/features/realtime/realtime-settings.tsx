import { realtimeSettings, type RealtimeSettings } from '@stoa/contract/services/realtime/settings'
import { Link } from '@tanstack/react-router'
import type { SettingsDeclaration } from '../../components/settings/settings-declaration.ts'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { useMessagesTable } from '../../data/resources/services/meta/policies.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Callout } from '../../ui/feedback/callout.tsx'

/** The realtime settings page. */
export const realtimePage: SettingsDeclaration<RealtimeSettings> = {
  section: realtimeSettings,
  product: 'realtime',
  title: 'Settings',
  description:
    'Broadcast, presence and database changes over WebSockets. Saving disconnects all clients; they reconnect automatically.',
  subject: 'realtime',
  change: 'project:update',
  parts: [
    {
      title: 'Access',
      fields: [
        {
          name: 'enabled',
          control: 'switch',
          label: 'Enable realtime',
          help: 'When off, clients can’t join channels.',
          inSentence: 'realtime availability',
        },
        {
          name: 'private_only',
          control: 'switch',
          isInverted: true,
          label: 'Allow public channels',
          help: 'When off, clients can only join private channels. Policies on realtime.messages decide which.',
          inSentence: 'public channels',
        },
      ],
      Notice: PrivateOnlyNotice,
    },
    {
      title: 'Clients',
      fields: [
        {
          name: 'max_concurrent_users',
          control: 'number',
          label: 'Maximum clients',
          help: 'Open WebSocket connections at the same time.',
          inSentence: 'maximum clients',
        },
        {
          name: 'max_channels_per_client',
          control: 'number',
          label: 'Channels per client',
          help: 'Channels that one client can be in at the same time. Further joins are rejected.',
          inSentence: 'channels per client',
        },
        {
          name: 'max_joins_per_second',
          control: 'number',
          label: 'Joins per second',
          help: 'Channel joins of all clients together. Above the limit, the client is disconnected.',
          inSentence: 'joins per second',
        },
      ],
    },
    {
      title: 'Messages',
      fields: [
        {
          name: 'max_events_per_second',
          control: 'number',
          label: 'Messages per second',
          help: 'Messages sent by all clients together. Above the limit, the channel is closed.',
          inSentence: 'messages per second',
        },
        {
          name: 'max_presence_events_per_second',
          control: 'number',
          label: 'Presence changes per second',
          help: 'Presence changes of all clients together. Above the limit, the channel is closed.',
          inSentence: 'presence changes per second',
        },
        {
          name: 'max_payload_size_in_kb',
          control: 'number',
          unit: 'kB',
          label: 'Maximum message size',
          help: 'Larger messages are not delivered.',
          inSentence: 'maximum message size',
        },
      ],
    },
  ],
}

type NoticeProps = { projectRef: string; values: RealtimeSettings }

/** Warns that nobody can use realtime without public channels and without policies. */
function PrivateOnlyNotice({ projectRef, values }: NoticeProps) {
  const can = useCan(projectRef)
  if (!values.enabled || !values.private_only || !can('database:read')) return null
  return <NoPoliciesNotice projectRef={projectRef} />
}

function NoPoliciesNotice({ projectRef }: { projectRef: string }) {
  const { data: messages } = useMessagesTable(projectRef)
  if (!messages?.rls_enabled || messages.policies.length > 0) return null
  return (
    <Callout type="caution" title="No client can join a channel">
      Private channels need policies on realtime.messages, and there are none. Only secret keys can
      use them.{' '}
      <Link
        to="/project/$ref/realtime/policies"
        params={{ ref: projectRef }}
        className="underline underline-offset-2 hover:no-underline"
      >
        Create a policy
      </Link>
    </Callout>
  )
}

export const RealtimeSettingsPage = ({ projectRef }: { projectRef: string }) => (
  <SettingsPage projectRef={projectRef} declaration={realtimePage} />
)

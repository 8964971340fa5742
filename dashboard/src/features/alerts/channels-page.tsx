import type { AlertChannel } from '@stoa/contract/services/alerts/channels'
import { useState } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { useOpenPanel } from '../../components/list/use-open-panel.ts'
import { ProjectPage } from '../../components/project-page.tsx'
import { RemovalDialog } from '../../components/removal-dialog.tsx'
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx'
import {
  useAlertChannels,
  useDeleteAlertChannel,
  useTestAlertChannel,
} from '../../data/resources/services/alerts/channels.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { EditChannelSheet, NewChannelSheet } from './channel-sheets.tsx'
import { ChannelTable, type ChannelAction } from './channel-table.tsx'
import { MessagesSheet } from './messages-sheet.tsx'

/** The receivers of messages about alerts. */
export function ChannelsPage({ projectRef }: { projectRef: string }) {
  const canWrite = useCan(projectRef)('alerts:write')
  const { panel, open, close } = useOpenPanel(['new', 'edit', 'messages'])
  const channels = useAlertChannels(projectRef)
  const shown = panel && channels.data?.find(({ id }) => id === panel.id)
  const [secret, setSecret] = useState<string>()
  const create = canWrite && (
    <Button variant="primary" onClick={() => open('new')}>
      New channel
    </Button>
  )
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Alert channels"
      product="reports"
      description="Where messages about alerts are sent: email, chat, or a signed webhook."
      action={create}
      needs={['alerts:read']}
      forbidden="This page lists the receivers of alerts."
    >
      <QueryList
        label="channels"
        query={channels}
        empty={{
          title: 'No channels yet',
          description: 'Owners get alerts without a channel. Create one to reach your whole team.',
          action: create,
        }}
      >
        {(items) => (
          <Channels
            projectRef={projectRef}
            channels={items}
            canWrite={canWrite}
            onOpen={(kind, { id }) => open(kind, id)}
          />
        )}
      </QueryList>
      {panel?.kind === 'new' && canWrite && (
        <NewChannelSheet projectRef={projectRef} onSecret={setSecret} onClose={close} />
      )}
      {panel?.kind === 'edit' && shown && canWrite && (
        <EditChannelSheet projectRef={projectRef} channel={shown} onClose={close} />
      )}
      {panel?.kind === 'messages' && shown && (
        <MessagesSheet projectRef={projectRef} channel={shown} onClose={close} />
      )}
      {secret !== undefined && (
        <ShownOnceDialog
          title="Signing secret"
          description="Copy the secret now. Your receiver verifies the signature of each message with it, and it can’t be shown again."
          value={secret}
          valueLabel="signing secret"
          onClose={() => setSecret(undefined)}
        />
      )}
    </ProjectPage>
  )
}

type ChannelsProps = {
  projectRef: string
  channels: readonly AlertChannel[]
  canWrite: boolean
  onOpen: (kind: 'edit' | 'messages', channel: AlertChannel) => void
}

function Channels({ projectRef, channels, canWrite, onOpen }: ChannelsProps) {
  const remove = useDeleteAlertChannel(projectRef)
  const test = useTestAlertChannel(projectRef)
  const [deleted, setDeleted] = useState<AlertChannel>()
  const act = (action: ChannelAction, channel: AlertChannel) => {
    if (action === 'test') test.mutate(channel.id)
    else if (action === 'delete') setDeleted(channel)
    else onOpen(action, channel)
  }
  const tested = channels.find(({ id }) => id === test.variables)
  return (
    <>
      {test.data && tested && <TestResult name={tested.name} error={test.data.last_error} />}
      <ChannelTable
        channels={channels}
        canWrite={canWrite}
        testing={test.isPending ? test.variables : undefined}
        onAction={act}
      />
      <RemovalDialog
        action="Delete"
        noun="channel"
        item={deleted}
        description="Alerts no longer use it, and messages that are not sent yet are deleted. This can’t be undone."
        removal={remove}
        onClose={() => setDeleted(undefined)}
      />
    </>
  )
}

function TestResult({ name, error }: { name: string; error: string | null }) {
  return error === null ? (
    <Callout type="tip" role="status" title={`Test message sent to ${name}`} />
  ) : (
    <Callout type="danger" role="alert" title={`Could not send a test message to ${name}`}>
      {error}
    </Callout>
  )
}

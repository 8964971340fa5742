import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ProjectPage } from '../../components/project-page.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { usePublicKeys } from '../../data/resources/platform/keys.ts'
import { useRealtimeTicket } from '../../data/resources/services/realtime/realtime.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { BroadcastForm } from './broadcast-form.tsx'
import { ChannelForm } from './channel-form.tsx'
import { MessageList } from './message-list.tsx'
import { useInspector } from './use-inspector.ts'

/** Joins a channel like a client does, and shows the messages that arrive. */
export function InspectorPage({ projectRef }: { projectRef: string }) {
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Inspector"
      product="realtime"
      description={
        <>
          Join a channel and see what its clients receive. Limits are in the{' '}
          <Link
            to="/project/$ref/realtime/settings"
            params={{ ref: projectRef }}
            className="text-accent-text underline underline-offset-2"
          >
            settings
          </Link>
          .
        </>
      }
      needs={['key:read_public']}
      forbidden="The inspector joins channels with a publishable key of the project."
    >
      {({ endpoints }) => <Inspector projectRef={projectRef} apiUrl={endpoints.api_url} />}
    </ProjectPage>
  )
}

function Inspector({ projectRef, apiUrl }: { projectRef: string; apiUrl: string }) {
  const { data, error, refetch } = usePublicKeys(projectRef)
  const key = data?.keys.find(({ kind }) => kind === 'publishable')?.value ?? undefined
  const ticket = useRealtimeTicket(projectRef)
  const { state, messages, ...inspector } = useInspector(
    apiUrl,
    key,
    async (impersonation) => (await ticket.mutateAsync(impersonation)).ticket,
  )
  const [isPaused, setIsPaused] = useState(false)
  if (error && !data) {
    return (
      <QueryError error={error} title="Could not load the keys" onRetry={() => void refetch()} />
    )
  }
  if (!data) return <Skeleton className="h-64" />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="grid gap-6">
        <ChannelForm
          projectRef={projectRef}
          state={state}
          onJoin={(options) => void inspector.join(options)}
          onLeave={inspector.leave}
        />
        {state.name === 'failed' && (
          <Callout type="danger" role="alert" title="Could not join the channel">
            {state.reason}
          </Callout>
        )}
        {state.name === 'joined' && <BroadcastForm onSend={inspector.send} />}
      </div>
      <MessageList
        messages={messages}
        isJoined={state.name === 'joined'}
        isPaused={isPaused}
        onPause={(paused) => {
          inspector.pause(paused)
          setIsPaused(paused)
        }}
        onClear={inspector.clear}
      />
    </div>
  )
}

import { useState } from 'react'
import { usePublicKeys, useRevealSecrets } from '../../data/resources/platform/keys.ts'
import { useProjectOverview } from '../../data/resources/platform/overview.ts'
import { usePooler } from '../../data/resources/platform/pooler.ts'
import { useCan, useProject } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Dialog, DialogBody, DialogContent } from '../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { QueryError } from '../query-error.tsx'
import { ConnectAccess } from './connect-access.tsx'
import { connectFacts } from './connect-facts.ts'
import { GuideGroups } from './guide-groups.tsx'
import { ValueList, ValueRow } from './value-row.tsx'

type ConnectDialogProps = { projectRef: string; onClose: () => void }

/** Shows a project's URL, keys and connection string, and how each client uses them. */
export function ConnectDialog({ projectRef, onClose }: ConnectDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Connect" size="lg">
        <DialogBody>
          <ConnectBody projectRef={projectRef} onClose={onClose} />
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

function ConnectBody({ projectRef, onClose }: ConnectDialogProps) {
  const { data: project, error, refetch } = useProject(projectRef)
  const can = useCan(projectRef)
  const keys = usePublicKeys(projectRef, { enabled: can('key:read_public') })
  const secrets = useRevealSecrets(projectRef)
  const overview = useProjectOverview(projectRef)
  const [isExpanded, setIsExpanded] = useState(false)
  const { data: pooler } = usePooler(isExpanded ? projectRef : undefined)
  if (error && !project) {
    return (
      <QueryError error={error} title="Could not load the project" onRetry={() => void refetch()} />
    )
  }
  if (!project) return <Skeleton className="h-80" />
  const { endpoints } = project
  const connectionString = secrets.data?.connection_string ?? project.connectionString
  const facts = connectFacts({
    project,
    connectionString,
    publishableKey: keys.data?.publishable_key,
    table: overview.data?.sample_tables[0],
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ValueList>
        <ValueRow label="API URL" value={endpoints.api_url} />
        {can('key:read_public') && !keys.error && (
          <ValueRow label="Publishable key" value={keys.data?.publishable_key} />
        )}
        <ValueRow
          label="Connection string"
          value={connectionString}
          action={
            can('key:read_secret') &&
            !secrets.data && (
              <Button size="sm" pending={secrets.isPending} onClick={() => secrets.mutate()}>
                Reveal
              </Button>
            )
          }
        />
        {pooler && pooler.version !== null && (
          <ValueRow
            label="Pooled connections"
            value={pooler.connection_string}
            description="Shares connections, for clients that connect often."
          />
        )}
        {isExpanded && endpoints.host_api_url !== null && (
          <ValueRow
            label="Subdomain URL"
            value={endpoints.host_api_url}
            description="The same API at an address of its own."
          />
        )}
        {isExpanded && can('key:read_public') && !keys.error && (
          <ValueRow
            label="Anon key"
            value={keys.data?.anon_key}
            description="For older clients that need a JWT."
          />
        )}
      </ValueList>
      <Button
        size="sm"
        variant="ghost"
        className="-mt-3 justify-self-start"
        aria-expanded={isExpanded}
        onClick={() => setIsExpanded(!isExpanded)}
      >
        {isExpanded ? 'Less' : 'More'}
      </Button>
      <ConnectAccess projectRef={projectRef} onClose={onClose} />
      {keys.error && (
        <QueryError
          error={keys.error}
          title="Could not load the keys"
          onRetry={() => void keys.refetch()}
        />
      )}
      {secrets.data && (
        <Callout type="caution">
          The connection string contains the database password. Revealing it is recorded in the
          audit log.
        </Callout>
      )}
      <GuideGroups facts={facts} />
    </div>
  )
}

import { useState } from 'react'
import { usePublicKeys, useRevealSecrets } from '../../data/resources/keys.ts'
import { useCan, useProject } from '../../data/resources/projects.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Dialog, DialogBody, DialogContent } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { QueryError } from '../query-error.tsx'
import { SnippetTabs } from './snippet-tabs.tsx'
import { connectSnippets } from './snippets.ts'
import { ValueList, ValueRow } from './value-row.tsx'

type ConnectDialogProps = { projectRef: string; onClose: () => void }

/** Shows a project's URL, keys and connection string, and how each client uses them. */
export function ConnectDialog({ projectRef, onClose }: ConnectDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Connect" size="lg">
        <DialogBody>
          <ConnectBody projectRef={projectRef} />
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

function ConnectBody({ projectRef }: { projectRef: string }) {
  const { data: project, error } = useProject(projectRef)
  const can = useCan(projectRef)
  const keys = usePublicKeys(projectRef, { enabled: can('key:read_public') })
  const secrets = useRevealSecrets(projectRef)
  const [tab, setTab] = useState('supabase-js')
  if (error) return <QueryError error={error} title="The project could not be loaded" />
  if (!project) return <Skeleton className="h-80" />
  const { endpoints } = project
  const connectionString = secrets.data?.connection_string ?? project.connectionString
  const snippets = connectSnippets({
    url: endpoints.api_url,
    publishableKey: keys.data?.publishable_key ?? 'YOUR-PUBLISHABLE-KEY',
    connectionString,
    database: {
      host: endpoints.database_host,
      port: endpoints.database_port,
      user: endpoints.database_user,
      name: endpoints.database_name,
    },
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ValueList>
        <ValueRow label="API URL" value={endpoints.api_url} />
        {endpoints.host_api_url !== null && (
          <ValueRow label="On its own host" value={endpoints.host_api_url} />
        )}
        {can('key:read_public') && (
          <>
            <ValueRow label="Publishable key" value={keys.data?.publishable_key} />
            <ValueRow label="Anon key" value={keys.data?.anon_key} />
          </>
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
      </ValueList>
      {keys.error && <QueryError error={keys.error} title="The keys could not be loaded" />}
      {secrets.data && (
        <Callout type="caution">
          The connection string holds the database password. The reading is in the audit log.
        </Callout>
      )}
      <SnippetTabs snippets={snippets} value={tab} onValueChange={setTab} />
    </div>
  )
}

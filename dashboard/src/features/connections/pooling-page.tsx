import type { PoolerFacts } from '@stoa/contract/platform/connection-pooling'
import { ValueList, ValueRow } from '../../components/connect/value-row.tsx'
import { ProjectPage } from '../../components/project-page.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { usePooler } from '../../data/resources/platform/pooler.ts'
import { formatCount } from '../../lib/quantities.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { poolingPage } from './pooling-settings.tsx'

/** The address and the settings of the pooler, or how to get one. */
export function PoolingPage({ projectRef }: { projectRef: string }) {
  const { data: pooler, error, refetch } = usePooler(projectRef)
  if (pooler && pooler.version !== null)
    return (
      <SettingsPage projectRef={projectRef} declaration={poolingPage}>
        <Address pooler={pooler} />
      </SettingsPage>
    )
  return (
    <ProjectPage
      projectRef={projectRef}
      title={poolingPage.title}
      product="database"
      description={poolingPage.description}
      width="form"
      needs={['project:read']}
    >
      {error && (
        <QueryError
          error={error}
          title="Could not load the pooler"
          onRetry={() => void refetch()}
        />
      )}
      {!pooler && !error && <Skeleton className="h-48" />}
      {pooler && (
        <EmptyState
          title="No connection pooler"
          description={
            <>
              The operator of this server has to install PgBouncer, such as with{' '}
              <code>apt-get install pgbouncer</code>, and restart the server.
            </>
          }
        />
      )}
    </ProjectPage>
  )
}

function Address({ pooler }: { pooler: PoolerFacts }) {
  return (
    <Section
      title="Address"
      description={`Up to ${formatCount(pooler.max_clients)} clients can be connected at once. PgBouncer ${pooler.version ?? ''} starts with the first of them.`}
    >
      <ValueList>
        <ValueRow label="Connection string" value={pooler.connection_string} />
        <ValueRow label="User" value={pooler.database_user} />
      </ValueList>
    </Section>
  )
}

import type { ConnectionPooling } from '@stoa/contract/platform/connection-pooling'
import { usePooler } from '../../data/resources/platform/pooler.ts'
import { Callout } from '../../ui/feedback/callout.tsx'

type PoolNoticeProps = { projectRef: string; values: ConnectionPooling }

/** Says what clients cannot do in the chosen mode, and warns of a size that is refused. */
export function PoolNotice({ projectRef, values }: PoolNoticeProps) {
  const { data: pooler } = usePooler(projectRef)
  if (!pooler) return null
  const { max_pool_size: most, has_prepared_statements: canPrepare } = pooler
  return (
    <>
      {values.default_pool_size > most && (
        <Callout type="caution" title="The pool is too large">
          The database of this project accepts up to {most} connections for a pool.
        </Callout>
      )}
      <p className="text-xs text-muted">
        {values.pool_mode === 'session'
          ? 'A client keeps its connection until it disconnects, so no more clients than the pool has connections are served at once. Everything works as without the pooler.'
          : `A client has a connection for each transaction. SET, LISTEN, temporary tables and advisory locks of sessions do not last longer.${canPrepare ? '' : ' Named prepared statements do not work with this version of PgBouncer; turn them off in your driver, or use the session mode.'}`}
      </p>
    </>
  )
}

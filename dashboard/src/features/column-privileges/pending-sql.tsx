import type { PrivilegeChange } from '@stoa/contract/services/meta/privileges'
import { QueryError } from '../../components/query-error.tsx'
import { usePrivilegeSql } from '../../data/resources/services/meta/column-privileges.ts'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

type PendingSqlProps = {
  projectRef: string
  change: PrivilegeChange
  /** The effects of the change, as sentences. */
  sentences: readonly string[]
}

/** Shows what Save will do, as sentences and as the SQL that the server will run. */
export function PendingSql({ projectRef, change, sentences }: PendingSqlProps) {
  const { data, error, refetch, isPlaceholderData: isOlder } = usePrivilegeSql(projectRef, change)
  return (
    <section aria-label="Changes to save" className="grid grid-cols-1 gap-1.5">
      <h2 className="font-medium">
        Changes to save <span className="font-normal text-muted">(in one transaction)</span>
      </h2>
      <ul className="mb-1 grid max-w-3xl gap-0.5">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {error && !data && (
        <QueryError
          error={error}
          title="Could not generate the SQL"
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-14" />}
      {data && (
        <CodeBlock
          label="SQL"
          code={data.statements.join('\n')}
          // Shows the previous SQL until the new one has loaded.
          aria-busy={isOlder}
          className={isOlder ? 'opacity-60' : ''}
        />
      )}
    </section>
  )
}

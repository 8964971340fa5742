import type { MigrationSummary } from '@stoa/contract/services/meta/history'
import { HighlightedCode } from '../../../components/highlight/highlighted-code.tsx'
import { useHighlight } from '../../../components/highlight/use-highlight.ts'
import { QueryError } from '../../../components/query-error.tsx'
import { useMigration } from '../../../data/resources/services/meta/history.ts'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Sheet, SheetBody } from '../../../ui/overlays/sheet.tsx'
import { scriptOf } from './migration-text.ts'
import { durationOf, originOf } from './migration-words.ts'
import { RollbackForm } from './rollback-form.tsx'

type MigrationSheetProps = {
  projectRef: string
  migration: MigrationSummary
  canWrite: boolean
  onClose: () => void
}

/** The SQL of a migration, its rollback and its origin. */
export function MigrationSheet({ projectRef, migration, canWrite, onClose }: MigrationSheetProps) {
  const { data, error, refetch } = useMigration(projectRef, migration.version)
  const code = data && scriptOf(data.statements)
  return (
    <Sheet
      open
      size="lg"
      title={<span className="font-mono">{migration.name ?? migration.version}</span>}
      description={`Version ${migration.version}`}
      onClose={onClose}
    >
      <SheetBody className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
        {error && (
          <QueryError
            error={error}
            title="Could not load the migration"
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <Skeleton className="h-40" />}
        {data && (
          <>
            <Facts migration={data} />
            {code === '' ? (
              <p className="text-muted">The SQL of this migration was not recorded.</p>
            ) : (
              <Sql label="SQL" code={code ?? ''} />
            )}
            <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
              <h3 className="text-sm font-medium">Rollback</h3>
              {data.rollback === null ? (
                <>
                  <p className="text-muted">
                    {data.no_rollback ?? 'No rollback was recorded with this migration.'}
                  </p>
                  {canWrite && <RollbackForm projectRef={projectRef} version={data.version} />}
                </>
              ) : (
                <Sql label="rollback SQL" code={scriptOf(data.rollback)} />
              )}
              {data.loss !== null && <p className="text-xs text-warning-text">{data.loss}</p>}
            </section>
          </>
        )}
      </SheetBody>
    </Sheet>
  )
}

function Sql({ label, code }: { label: string; code: string }) {
  const highlight = useHighlight()
  return (
    <CodeBlock
      label={label}
      code={code}
      shown={<HighlightedCode code={code} language="sql" highlight={highlight} />}
      wrap
    />
  )
}

function Facts({ migration }: { migration: Omit<MigrationSummary, 'statements'> }) {
  const { created_by, duration_ms, reverts, reverted_by } = migration
  const facts: readonly (readonly [string, string | null])[] = [
    ['Author', created_by ?? 'Not recorded'],
    ['Made with', originOf(migration)],
    ['Duration', duration_ms === null ? null : durationOf(duration_ms)],
    ['Reverts', reverts],
    ['Reverted by', reverted_by],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts.map(
        ([term, text]) =>
          text !== null && (
            <div key={term} className="contents">
              <dt className="text-muted">{term}</dt>
              <dd className="truncate">{text}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

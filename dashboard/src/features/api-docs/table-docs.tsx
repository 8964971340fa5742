import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Relationship } from '@stoa/contract/services/meta/types'
import { Link } from '@tanstack/react-router'
import { QueryError } from '../../components/query-error.tsx'
import { useRelationships } from '../../data/resources/services/meta/types.ts'
import { useTable, useTables } from '../../data/resources/services/meta/tables.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ColumnTable } from './column-table.tsx'
import { useDocs } from './docs-context.ts'
import { DocsPage } from './docs-page.tsx'
import { SampleGroup, SampleSection } from './sample-section.tsx'
import { writeSample } from './samples/languages.ts'
import { tableOperations } from './samples/table-operations.ts'
import { UnexposedSchema } from './unexposed-schema.tsx'

const KINDS: Readonly<Record<TableDetail['kind'], string>> = {
  table: 'Table',
  partitioned_table: 'Table',
  view: 'View',
  materialized_view: 'Materialized view',
  foreign_table: 'Foreign table',
}

/** The columns of a table or view, and the requests that apply to it. */
export function TableDocs({ name }: { name: string }) {
  const { unexposedSchema } = useDocs()
  if (unexposedSchema !== undefined) return <UnexposedSchema name={name} schema={unexposedSchema} />
  return <ExposedTable name={name} />
}

function ExposedTable({ name }: { name: string }) {
  const { projectRef, schema } = useDocs()
  const tables = useTables(projectRef, schema)
  const summary = tables.data?.find((table) => table.name === name)
  const table = useTable(projectRef, summary?.id)
  const relationships = useRelationships(projectRef, summary?.id)
  const error = tables.error ?? table.error ?? relationships.error
  const detail = relationships.data && table.data
  return (
    // The page is rendered before the table loads, so that an open switch stays open.
    <DocsPage
      isName
      title={name}
      badge={detail && <Badge>{KINDS[detail.kind]}</Badge>}
      description={detail && <Description table={detail} />}
    >
      {relationships.data && detail && (
        <Requests table={detail} relationships={relationships.data} />
      )}
      {!detail && error && (
        <QueryError
          title="Could not load the table"
          error={error}
          onRetry={() => {
            for (const query of [tables, table, relationships])
              if (query.isError) void query.refetch()
          }}
        />
      )}
      {!detail && !error && tables.data && !summary && (
        <EmptyState
          title={`No table or view named “${name}” in ${schema}`}
          description="It may have been renamed or deleted, or be in another schema."
        />
      )}
      {!detail && !error && (!tables.data || summary) && <Skeleton className="h-96" />}
    </DocsPage>
  )
}

function Description({ table }: { table: TableDetail }) {
  const { projectRef } = useDocs()
  if (table.comment !== null) return table.comment
  return (
    <>
      No description yet. Comments on the table and its columns appear here.{' '}
      <Link
        to="/project/$ref/editor/$id"
        params={{ ref: projectRef, id: String(table.id) }}
        search={{ apiDocs: undefined }}
        className="text-accent-text underline underline-offset-2"
      >
        Open the table
      </Link>
    </>
  )
}

type RequestsProps = { table: TableDetail; relationships: readonly Relationship[] }

function Requests({ table, relationships }: RequestsProps) {
  const { language, target } = useDocs()
  return (
    <>
      <section aria-label="Columns">
        <ColumnTable table={table} />
      </section>
      {tableOperations(table, relationships).map(({ title, samples }) => (
        <SampleGroup key={title} title={title}>
          {samples.map((sample) => (
            <SampleSection
              key={sample.id}
              id={sample.id}
              title={sample.title}
              text={sample.text}
              label={sample.title}
              code={writeSample(sample.operation, language, target)}
            />
          ))}
        </SampleGroup>
      ))}
    </>
  )
}

import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import { ProtectedSchemaNote, SchemaSelector } from '../../../components/schema-selector.tsx'
import { useDiagram } from '../../../data/resources/services/meta/diagram.ts'
import { useSchemas } from '../../../data/resources/services/meta/tables.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { DatabasePage } from '../database-page.tsx'
import { toModel } from './diagram-model.ts'
import { schemaOf, type VisualizerSearch } from './visualizer-search.ts'
import { Visualizer } from './visualizer.tsx'

type VisualizerPageProps = {
  projectRef: string
  search: VisualizerSearch
  onSearch: (search: VisualizerSearch) => void
}

/** The tables of a schema and the foreign keys between them, as a picture that can be edited. */
export function VisualizerPage({ projectRef, search, onSearch }: VisualizerPageProps) {
  const schema = schemaOf(search)
  const { data: diagram, error, isPending, refetch } = useDiagram(projectRef, schema)
  const model = useMemo(() => diagram && toModel(diagram, schema), [diagram, schema])
  const schemas = useSchemas(projectRef)
  const isProtected = schemas.data?.find(({ name }) => name === schema)?.is_protected ?? true
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Schema visualizer"
      description="Drag from one column to another to add a foreign key."
      action={
        !isProtected && (
          <Button asChild variant="primary">
            <Link
              to="/project/$ref/editor/$id"
              params={{ ref: projectRef, id: 'new' }}
              search={{ schema }}
            >
              New table
            </Link>
          </Button>
        )
      }
    >
      {({ canWrite }) => {
        const selector = (
          <div className="w-full sm:w-48">
            <SchemaSelector
              projectRef={projectRef}
              value={schema}
              onValueChange={(next) => onSearch({ schema: next })}
            />
          </div>
        )
        if (model && model.nodes.length > 0)
          return (
            <Visualizer
              key={schema}
              projectRef={projectRef}
              model={model}
              isTruncated={diagram?.is_truncated ?? false}
              table={search.table}
              canWrite={canWrite && !isProtected}
              canShare={canWrite}
              selector={selector}
              onTable={(table) => onSearch({ ...search, table })}
            />
          )
        return (
          <div className="grid gap-3">
            {selector}
            {schemas.data && isProtected && <ProtectedSchemaNote />}
            {error && (
              <QueryError
                title="Could not load the schema"
                error={error}
                onRetry={() => void refetch()}
              />
            )}
            {isPending && <Skeleton className="h-96" />}
            {model && (
              <EmptyState
                title={`No tables in ${schema}`}
                description="The tables of the schema and their relations appear here."
              />
            )}
          </div>
        )
      }}
    </DatabasePage>
  )
}

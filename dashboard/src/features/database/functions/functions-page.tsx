import type { DatabaseFunction } from '@stoa/contract/services/meta/objects'
import type { Replaced } from '@stoa/contract/services/meta/query'
import { useState } from 'react'
import { HighlightedCode } from '../../../components/highlight/highlighted-code.tsx'
import { useHighlight } from '../../../components/highlight/use-highlight.ts'
import { useRecordPanel } from '../../../components/list/use-record-panel.ts'
import { useEditAsSql } from '../../../components/sql-editor/use-edit-as-sql.ts'
import { QueryError } from '../../../components/query-error.tsx'
import {
  useFunctionDefinition,
  useFunctions,
  useReadFunction,
} from '../../../data/resources/services/meta/objects.ts'
import { useSchemas } from '../../../data/resources/services/meta/tables.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { Sheet, SheetBody } from '../../../ui/overlays/sheet.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { objectAddress } from '../object-address.ts'
import { DatabasePage } from '../database-page.tsx'
import { DropDialog } from '../list/drop-dialog.tsx'
import { listFilter, type ListPageProps } from '../list/list-search.ts'
import { ListToolbar } from '../list/list-toolbar.tsx'
import { ObjectList, type ListColumn } from '../list/object-list.tsx'
import { DraftEditor } from '../list/draft-editor.tsx'
import { StatementEditor } from '../list/statement-editor.tsx'

/** Functions, procedures and aggregates of a schema. */
export function FunctionsPage({ projectRef, search, onSearch }: ListPageProps) {
  const [dropped, setDropped] = useState<DatabaseFunction>()
  const filter = listFilter(search)
  const { data: schemas } = useSchemas(projectRef)
  const isProtected = schemas?.find(({ name }) => name === filter.schema)?.is_protected ?? false
  const list = useFunctions(projectRef, filter)
  const readFunction = useReadFunction(projectRef)
  const editAsSql = useEditAsSql()
  const { panel, open, close } = useRecordPanel({
    alone: ['new'],
    kinds: ['view', 'edit'],
    items: list.data?.pages.flatMap(({ items }) => items),
  })
  const create = !isProtected && (
    <Button variant="primary" onClick={() => open('new')}>
      New function
    </Button>
  )
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Functions"
      description="SQL and procedural code that runs in the database."
      action={create}
    >
      {({ canWrite }) => (
        <>
          <ListToolbar {...{ projectRef, search, onSearch }} label="functions" />
          <ObjectList
            label="functions"
            list={list}
            search={filter.search}
            columns={COLUMNS}
            detail={(fn) => `(${fn.arguments})`}
            empty={{
              title: `No functions in ${filter.schema}`,
              description:
                'A function runs close to the data. Clients call it through the Data API, and triggers and policies use it.',
              action: canWrite && create,
            }}
            canChange={canWrite}
            editing={{ projectRef, catalog: 'pg_proc', address: objectAddress.function }}
            actions={(fn) => [
              {
                label: 'View definition',
                isReading: true,
                disabled: fn.kind === 'aggregate',
                onSelect: () => open('view', fn),
              },
              {
                label: 'Edit',
                disabled: fn.kind === 'aggregate',
                onSelect: () =>
                  editAsSql
                    ? editAsSql(`function-${fn.id}`, async () => {
                        const definition = await readFunction(fn.id)
                        return definition && editable(definition)
                      })
                    : open('edit', fn),
              },
              {
                label: `Delete ${nounOf(fn)}`,
                variant: 'danger',
                onSelect: () => setDropped(fn),
              },
            ]}
          />
          {canWrite && panel?.kind === 'new' && (
            <DraftEditor
              projectRef={projectRef}
              title="New function"
              draft={{ kind: 'new_function', schema: filter.schema }}
              submitLabel="Create function"
              success="Function created"
              onClose={close}
            />
          )}
          {panel?.item && (
            <Definition
              projectRef={projectRef}
              fn={panel.item}
              isEdited={canWrite && panel.kind === 'edit' && !panel.item.locked_by}
              onClose={close}
            />
          )}
          {dropped && (
            <DropDialog
              projectRef={projectRef}
              kind="function"
              noun={nounOf(dropped)}
              object={dropped}
              change={(cascade) => ({
                kind: 'drop',
                object: objectAddress.function(dropped),
                cascade,
              })}
              onClose={() => setDropped(undefined)}
            />
          )}
        </>
      )}
    </DatabasePage>
  )
}

const nounOf = ({ kind }: DatabaseFunction) => (kind === 'window' ? 'function' : kind)

const COLUMNS: readonly ListColumn<DatabaseFunction>[] = [
  {
    header: 'Returns',
    className: 'w-32 md:w-44',
    textClassName: 'truncate font-mono',
    cell: ({ return_type, kind }) =>
      return_type === null ? (
        <span className="text-muted">{kind}</span>
      ) : (
        <span title={return_type}>{return_type}</span>
      ),
  },
  {
    header: 'Language',
    className: 'hidden w-24 md:table-cell',
    cell: ({ language }) => language,
  },
  {
    header: 'Volatility',
    className: 'hidden w-24 lg:table-cell',
    cell: ({ volatility }) => volatility,
  },
  {
    header: 'Security',
    className: 'hidden w-24 sm:table-cell',
    cell: ({ is_security_definer }) =>
      is_security_definer ? <Badge variant="warning">Definer</Badge> : 'Invoker',
  },
]

const editable = (definition: string) => `${definition.trimEnd()};\n`

const replacing = ({ id }: DatabaseFunction, definition: string): Replaced => ({
  kind: 'function',
  id,
  definition,
})

type DefinitionProps = {
  projectRef: string
  fn: DatabaseFunction
  isEdited: boolean
  onClose: () => void
}

function Definition({ projectRef, fn, isEdited, onClose }: DefinitionProps) {
  const { data, error, refetch } = useFunctionDefinition(projectRef, fn.id)
  const readFunction = useReadFunction(projectRef)
  const highlight = useHighlight()
  const text = data?.definition
  if (isEdited && text)
    return (
      <StatementEditor
        projectRef={projectRef}
        title={`Edit ${fn.name}`}
        initialText={editable(text)}
        replaces={replacing(fn, text)}
        readCurrent={async () => {
          const current = await readFunction(fn.id)
          return current === undefined
            ? undefined
            : { text: editable(current), replaces: replacing(fn, current) }
        }}
        submitLabel="Save function"
        success="Function saved"
        onClose={onClose}
      />
    )
  return (
    <Sheet
      open
      size="xl"
      title={<span className="font-mono">{fn.name}</span>}
      description={fn.comment ?? `${fn.language}, ${fn.volatility}`}
      onClose={onClose}
    >
      <SheetBody>
        {error && (
          <QueryError
            error={error}
            title="Could not load the definition"
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <Skeleton className="h-64" />}
        {text && (
          <CodeBlock
            label="definition"
            code={text}
            shown={<HighlightedCode code={text} language="sql" highlight={highlight} />}
            wrap
          />
        )}
      </SheetBody>
    </Sheet>
  )
}

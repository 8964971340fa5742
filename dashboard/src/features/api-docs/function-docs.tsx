import type { FunctionSummary } from '@stoa/contract/services/meta/types'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useFunctions } from '../../data/resources/services/meta/types.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useDocs } from './docs-context.ts'
import { DocsHeading } from './docs-heading.tsx'
import { DocsPage } from './docs-page.tsx'
import { SampleGroup, SampleSection } from './sample-section.tsx'
import { functionOperation } from './samples/function-operation.ts'
import { writeSample } from './samples/languages.ts'
import { UnexposedSchema } from './unexposed-schema.tsx'

/** A function's arguments and result, once per overload. */
export function FunctionDocs({ name }: { name: string }) {
  const { unexposedSchema } = useDocs()
  if (unexposedSchema !== undefined) return <UnexposedSchema name={name} schema={unexposedSchema} />
  return <ExposedFunction name={name} />
}

function ExposedFunction({ name }: { name: string }) {
  const { projectRef, schema } = useDocs()
  const functions = useFunctions(projectRef, schema)
  const found = functions.data?.filter((candidate) => candidate.name === name)
  return (
    <DocsPage
      isName
      title={name}
      badge={<Badge>Function</Badge>}
      description={found?.length === 1 ? found[0]?.comment : undefined}
    >
      {functions.error && (
        <QueryError
          title="Could not load the functions"
          error={functions.error}
          onRetry={() => void functions.refetch()}
        />
      )}
      {functions.isPending && <Skeleton className="h-64" />}
      {found?.length === 0 && (
        <EmptyState
          title={`No function named “${name}” in ${schema}`}
          description="It may have been renamed or deleted, or be in another schema."
        />
      )}
      {found?.map((entry) => (
        <Overload key={entry.id} entry={entry} isOnly={found.length === 1} />
      ))}
    </DocsPage>
  )
}

const VOLATILITY = {
  immutable: 'Always returns the same result for the same arguments.',
  stable: 'Reads data and does not change it.',
  volatile: 'May change data.',
} as const

function Overload({ entry, isOnly }: { entry: FunctionSummary; isOnly: boolean }) {
  const { language, target } = useDocs()
  const operation = functionOperation(entry)
  const signature = `${entry.name}(${entry.arguments.map(({ type }) => type).join(', ')})`
  return (
    <section className="mb-10">
      {!isOnly && (
        <DocsHeading level={2} className="mb-2 font-mono text-base font-semibold">
          {signature}
        </DocsHeading>
      )}
      {!isOnly && entry.comment && <p className="mb-3 text-muted">{entry.comment}</p>}
      <p className="mb-4">
        Returns <code className="text-xs">{entry.result}</code>.{' '}
        <span className="text-muted">
          {VOLATILITY[entry.volatility]}
          {entry.is_security_definer && ' Runs with its owner’s privileges, not the caller’s.'}
        </span>
      </p>
      {entry.arguments.length > 0 && <ArgumentTable entry={entry} />}
      {operation ? (
        <SampleGroup title="Call">
          <SampleSection
            id={isOnly ? 'call' : `call-${entry.id}`}
            title="Call the function"
            text="Arguments are passed by name."
            label={`Call ${signature}`}
            code={writeSample(operation, language, target)}
          />
        </SampleGroup>
      ) : (
        <Callout type="caution" className="mt-4" title="Cannot be called over the Data API">
          Arguments are passed by name, but this function has an argument without a name. Name it
          with create or replace function.
        </Callout>
      )}
    </section>
  )
}

const ArgumentTable = ({ entry }: { entry: FunctionSummary }) => (
  <RecordTable
    label="Arguments"
    layout="auto"
    items={entry.arguments.map((argument, at) => ({ ...argument, id: at + 1 }))}
    nameOf={nameOf}
    columns={ARGUMENT_COLUMNS}
  />
)

type Argument = FunctionSummary['arguments'][number] & { id: number }

const nameOf = ({ name, id }: Argument) => name || `$${id}`

const ARGUMENT_COLUMNS: readonly RecordColumn<Argument>[] = [
  {
    header: 'Argument',
    cell: (argument) => (
      <span className="flex flex-wrap items-center gap-1.5 py-1">
        <code>{nameOf(argument)}</code>
        {!argument.has_default && !argument.is_variadic && (
          <Badge variant="warning">required</Badge>
        )}
        {argument.is_variadic && <Badge>variadic</Badge>}
      </span>
    ),
  },
  {
    header: 'Type',
    cell: ({ type, enum_values: values }) => (
      <>
        <code className="text-muted">{type}</code>
        {values && (
          <p className="text-muted">
            One of <code>{values.join(', ')}</code>
          </p>
        )}
      </>
    ),
  },
]

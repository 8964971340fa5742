import type { Drift, listDrift } from '@stoa/contract/services/meta/drift'
import type { ResponseOf } from '@stoa/contract/endpoint'
import { HighlightedCode } from '../../../components/highlight/highlighted-code.tsx'
import { useHighlight } from '../../../components/highlight/use-highlight.ts'
import { QueryError } from '../../../components/query-error.tsx'
import { useRecordDrift } from '../../../data/resources/services/meta/drift.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Sheet, SheetBody } from '../../../ui/overlays/sheet.tsx'

type DriftSheetProps = {
  projectRef: string
  drift: ResponseOf<typeof listDrift>
  canWrite: boolean
  onClose: () => void
}

/** The differences between the history and the database, with the SQL that removes each. */
export function DriftSheet({ projectRef, drift, canWrite, onClose }: DriftSheetProps) {
  const { items, unrecorded, missing, unread } = drift
  const side = (wanted: Drift['side']) => items.filter((item) => item.side === wanted)
  const parts = { projectRef, canWrite }
  return (
    <Sheet
      open
      size="lg"
      title="Differences"
      description="The SQL of the migrations is read, not run. It shows which objects exist, not how they are defined."
      onClose={onClose}
    >
      <SheetBody className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
        {unrecorded + missing === 0 && <p>The database matches its migrations.</p>}
        <Side
          {...parts}
          title="In the database, but in no migration"
          items={side('unrecorded')}
          total={unrecorded}
        />
        <Side
          {...parts}
          title="In a migration, but not in the database"
          items={side('missing')}
          total={missing}
        />
        {unread > 0 && (
          <p className="text-xs text-muted">
            {unread === 1
              ? 'One block of code or migration without SQL could not be read.'
              : `${formatCount(unread)} blocks of code and migrations without SQL could not be read.`}{' '}
            Objects that they create or drop may be listed here.
          </p>
        )}
      </SheetBody>
    </Sheet>
  )
}

type SideProps = {
  projectRef: string
  canWrite: boolean
  title: string
  items: readonly Drift[]
  total: number
}

function Side({ title, items, total, ...parts }: SideProps) {
  if (total === 0) return null
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3 className="text-sm font-medium">{title}</h3>
      {items.map((item) => (
        <Difference key={keyOf(item)} item={item} {...parts} />
      ))}
      {items.length < total && (
        <p className="text-xs text-muted">
          {formatCount(items.length)} of {formatCount(total)} are shown. Record these to see the
          rest.
        </p>
      )}
    </section>
  )
}

const keyOf = ({ side, kind, schema, table, name }: Drift) =>
  JSON.stringify([side, kind, schema, table, name])

const pathOf = ({ kind, schema, table, name }: Drift) =>
  (kind === 'schema' ? [name] : [schema, table, name]).filter((part) => part !== null).join('.')

type DifferenceProps = { projectRef: string; canWrite: boolean; item: Drift }

function Difference({ projectRef, canWrite, item }: DifferenceProps) {
  const record = useRecordDrift(projectRef)
  const { side, kind, schema, table, name, record_sql: recorded, undo_sql: undo } = item
  const save = async () => {
    await record.mutateAsync({ side, kind, schema, table, name })
    toast.success(`Recorded the ${kind} ${name}`)
  }
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="min-w-0 truncate" title={pathOf(item)}>
          {kind} <span className="font-mono font-medium">{pathOf(item)}</span>
        </h4>
        {canWrite && recorded !== null && (
          <Button
            size="sm"
            pending={record.isPending}
            aria-label={`Record as migration: ${kind} ${pathOf(item)}`}
            // The error is shown below.
            onClick={() => void save().catch(() => undefined)}
          >
            Record as migration
          </Button>
        )}
      </div>
      {item.version !== null && (
        <p className="text-xs text-muted">Created by the migration {item.version}.</p>
      )}
      {recorded === null ? (
        <p className="text-xs text-muted">Write the SQL of this {kind} as a migration file.</p>
      ) : (
        <Sql label="SQL to record" code={recorded} />
      )}
      {undo !== null && <Sql label="SQL to undo it instead" code={undo} />}
      {record.error && <QueryError error={record.error} title="Not recorded" />}
    </article>
  )
}

function Sql({ label, code }: { label: string; code: string }) {
  const highlight = useHighlight()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p className="text-xs text-muted">{label}</p>
      <CodeBlock
        label={label}
        code={code}
        shown={<HighlightedCode code={code} language="sql" highlight={highlight} />}
        wrap
      />
    </div>
  )
}

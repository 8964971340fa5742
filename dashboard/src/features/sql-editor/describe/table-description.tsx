import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { ObjectDescription } from '@stoa/contract/services/meta/describe'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatBytes, formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../ui/display/table.tsx'

type TableDescriptionProps = {
  projectRef: string
  description: Extract<ObjectDescription, { kind: 'relation' }>
}

/** The columns, keys, indexes and policies of a table or view. */
export function TableDescription({ projectRef, description }: TableDescriptionProps) {
  const { table } = description
  const other = table.constraints.filter(({ kind }) => kind !== 'not_null')
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 text-xs text-muted">{summaryOf(description)}</p>
        <Button size="sm" asChild>
          <Link to="/project/$ref/editor/$id" params={{ ref: projectRef, id: String(table.id) }}>
            Open in table editor
          </Link>
        </Button>
      </div>
      {table.comment !== null && <p className="text-xs break-words">{table.comment}</p>}
      <Columns table={table} />
      <Section
        title="Constraints"
        items={other.map(({ name, definition }) => ({ name, definition }))}
      />
      <Section title="Indexes" items={table.indexes} />
      <Section
        title={table.rls_enabled ? 'Policies' : 'Policies (row level security is disabled)'}
        items={table.policies.map((policy) => ({
          name: policy.name,
          definition: policyText(policy),
        }))}
      />
      {table.view_definition !== null && (
        <Block title="Definition">
          <pre className="overflow-x-auto rounded-md bg-sunken p-2 text-xs">
            {table.view_definition}
          </pre>
        </Block>
      )}
    </>
  )
}

const KINDS: Record<TableDetail['kind'], string> = {
  table: 'Table',
  view: 'View',
  materialized_view: 'Materialized view',
  foreign_table: 'Foreign table',
  partitioned_table: 'Partitioned table',
}

function summaryOf({
  table,
  size_bytes: size,
  estimated_rows: rows,
}: TableDescriptionProps['description']): string {
  return [
    `${KINDS[table.kind]} in ${table.schema}`,
    rows !== null && `about ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`,
    size !== null && formatBytes(size),
  ]
    .filter(Boolean)
    .join(' · ')
}

const policyText = ({
  command,
  roles,
  using,
  check,
  is_permissive: isPermissive,
}: TableDetail['policies'][number]) =>
  [
    isPermissive ? '' : 'restrictive',
    `for ${command.toLowerCase()} to ${roles.join(', ')}`,
    using === null ? '' : `using ${inParentheses(using)}`,
    check === null ? '' : `with check ${inParentheses(check)}`,
  ]
    .filter((part) => part !== '')
    .join(' ')

const inParentheses = (expression: string) =>
  expression.startsWith('(') ? expression : `(${expression})`

const Columns = ({ table }: { table: TableDetail }) => (
  <div className="overflow-x-auto">
    <Table aria-label="Columns">
      <TableHead>
        <TableRow>
          <TableHeader>Column</TableHeader>
          <TableHeader>Type</TableHeader>
          <TableHeader>Default</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {table.columns.map((column) => (
          <TableRow key={column.position}>
            <TableCell className="font-mono" title={column.comment ?? undefined}>
              {column.name}
              {column.is_primary_key && <span className="text-muted"> · key</span>}
            </TableCell>
            <TableCell className="font-mono">
              {column.type}
              {!column.is_nullable && <span className="text-muted"> not null</span>}
            </TableCell>
            <TableCell
              className="max-w-48 truncate font-mono"
              title={column.default_value ?? undefined}
            >
              {column.identity === null ? column.default_value : 'identity'}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </div>
)

type SectionProps = {
  title: string
  items: readonly { readonly name: string; readonly definition: string }[]
}

const Section = ({ title, items }: SectionProps) =>
  items.length > 0 && (
    <Block title={title}>
      <ul className="grid gap-2">
        {items.map(({ name, definition }) => (
          <li key={name} className="grid gap-0.5 text-xs">
            <span className="font-mono break-words">{name}</span>
            <span className="font-mono break-words text-muted">{definition}</span>
          </li>
        ))}
      </ul>
    </Block>
  )

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <h3 className="font-medium">{title}</h3>
    {children}
  </section>
)

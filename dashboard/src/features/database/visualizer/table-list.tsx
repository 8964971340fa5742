import { Link } from '@tanstack/react-router'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { SearchInput } from '../../../ui/inputs/search-input.tsx'
import { relationText, titleOf, type DiagramModel, type DiagramNode } from './diagram-model.ts'
import { securityText } from './security-text.ts'

export type TableListProps = {
  projectRef: string
  model: DiagramModel
  selected: string | undefined
  canConnect: boolean
  onSelect: (id: string | undefined) => void
  onAddKey: (node: DiagramNode) => void
}

const STEP = 100

/** The tables of the picture in words: the same facts and actions for keyboards and screen readers. */
export function TableList({ model, selected, ...props }: TableListProps) {
  const [search, setSearch] = useState('')
  const [count, setCount] = useState(STEP)
  const wanted = search.trim().toLowerCase()
  const found = model.nodes.filter((node) => titleOf(node).toLowerCase().includes(wanted))
  // The selected table is shown, also if it is far down or does not match the search.
  const chosen = model.nodes.find(({ id }) => id === selected)
  const first = found.slice(0, count)
  const shown = chosen && !first.includes(chosen) ? [chosen, ...first] : first
  return (
    <nav aria-label="Tables of the schema" className="flex min-h-0 flex-col gap-2">
      <SearchInput label="Find a table" value={search} onValueChange={setSearch} />
      <ul className="min-h-0 flex-1 overflow-y-auto rounded-md border">
        {shown.map((node) => (
          <Item
            key={node.id}
            node={node}
            model={model}
            isSelected={node.id === selected}
            {...props}
          />
        ))}
        {found.length === 0 && !chosen && (
          <li className="px-3 py-6 text-center text-xs text-muted">No results</li>
        )}
        {found.length > count && (
          <li className="p-2">
            <Button size="sm" className="w-full" onClick={() => setCount(count + STEP)}>
              Show {Math.min(STEP, found.length - count)} more
            </Button>
          </li>
        )}
      </ul>
    </nav>
  )
}

type ItemProps = Omit<TableListProps, 'selected'> & { node: DiagramNode; isSelected: boolean }

function Item({ node, isSelected, onSelect, ...props }: ItemProps) {
  const { table } = node
  return (
    <li className="border-b last:border-b-0">
      <button
        type="button"
        aria-expanded={isSelected}
        className={classNames(
          'flex min-h-8 w-full items-center gap-2 px-3 text-left text-xs',
          isSelected ? 'bg-selected' : 'hover:bg-hover',
        )}
        onClick={() => onSelect(isSelected ? undefined : node.id)}
      >
        <span className="min-w-0 flex-1 truncate font-mono">{titleOf(node)}</span>
        {table && <SecurityMark table={table} />}
      </button>
      {isSelected && <Details node={node} onSelect={onSelect} {...props} />}
    </li>
  )
}

function SecurityMark({ table }: { table: NonNullable<DiagramNode['table']> }) {
  const text = securityText(table)
  if (text === undefined) return null
  const Icon = table.rls_enabled ? ShieldCheck : ShieldOff
  return (
    <span title={text} className={table.rls_enabled ? 'text-success-text' : 'text-warning-text'}>
      <Icon className="size-3.5" aria-hidden />
      <span className="sr-only">{text}</span>
    </span>
  )
}

type DetailsProps = Omit<ItemProps, 'isSelected'>

function Details({ projectRef, node, model, canConnect, onSelect, onAddKey }: DetailsProps) {
  const { table } = node
  const outgoing = model.edges.filter(({ source }) => source === node.id)
  const incoming = model.edges.filter(({ target }) => target === node.id)
  const nameOf = (id: string) => {
    const found = model.nodes.find((one) => one.id === id)
    return found ? titleOf(found) : ''
  }
  return (
    <div className="grid gap-3 bg-sunken px-3 py-2 text-xs">
      {table?.comment && <p className="text-muted">{table.comment}</p>}
      {table && <Columns node={node} />}
      {outgoing.length > 0 && (
        <Relations
          title="Refers to"
          relations={outgoing.map(({ id, target, relation }) => ({
            id,
            node: target,
            text: relationText(relation),
          }))}
          onSelect={onSelect}
        />
      )}
      {incoming.length > 0 && (
        <Relations
          title="Referred to by"
          relations={incoming.map(({ id, source, relation }) => ({
            id,
            node: source,
            text: `${nameOf(source)}.${relation.columns.join(', ')}`,
          }))}
          onSelect={onSelect}
        />
      )}
      {table && (
        <div className="flex flex-wrap gap-2">
          <Button asChild size="sm">
            <Link to="/project/$ref/editor/$id" params={{ ref: projectRef, id: String(table.id) }}>
              Open table
            </Link>
          </Button>
          {canConnect && table.kind !== 'foreign_table' && (
            <Button size="sm" onClick={() => onAddKey(node)}>
              Add foreign key
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Columns({ node: { rows, hiddenCount } }: { node: DiagramNode }) {
  return (
    <ul aria-label="Columns" className="grid gap-0.5">
      {rows.map((row) => (
        <li key={row.name} className="flex gap-2">
          <span className="min-w-0 flex-1 truncate font-mono">{row.name}</span>
          <span className="max-w-1/2 truncate text-muted">
            {[
              row.type,
              row.is_primary_key && 'primary key',
              row.is_unique && 'unique',
              row.is_identity && 'identity',
              row.is_nullable && 'nullable',
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        </li>
      ))}
      {hiddenCount > 0 && <li className="text-muted">{hiddenCount} more columns</li>}
    </ul>
  )
}

type RelationsProps = {
  title: string
  relations: readonly { id: string; node: string; text: string }[]
  onSelect: (id: string) => void
}

function Relations({ title, relations, onSelect }: RelationsProps) {
  return (
    <div className="grid gap-1">
      <p className="font-medium">{title}</p>
      <ul className="grid gap-0.5">
        {relations.map(({ id, node, text }) => (
          <li key={id} className="min-w-0">
            <button
              type="button"
              className="max-w-full truncate text-left font-mono text-accent-text hover:underline"
              title={text}
              onClick={() => onSelect(node)}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

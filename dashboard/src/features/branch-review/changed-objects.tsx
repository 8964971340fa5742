import type { SchemaDifference } from '@stoa/contract/platform/branch-changes'
import { formatCount } from '../../lib/quantities.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { countParts, groupChanges, type ChangedObject } from './grouped-changes.ts'
import { keyOf, pathOf } from './review-words.ts'
import { SideBySide } from './side-by-side.tsx'

const MARKS = {
  added: { label: 'Added', variant: 'success' },
  changed: { label: 'Changed', variant: 'accent' },
  removed: { label: 'Removed', variant: 'danger' },
} as const

type ChangedObjectsProps = { differences: readonly SchemaDifference[]; total: number }

/** The changed objects by kind, tables with the changes of their parts. */
export function ChangedObjects({ differences, total }: ChangedObjectsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {groupChanges(differences).map(({ kind, objects }) => (
        <section key={kind} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="text-sm font-medium first-letter:uppercase">
            {kind} <span className="text-muted">{formatCount(objects.length)}</span>
          </h3>
          <ul className="grid grid-cols-[minmax(0,1fr)] divide-y rounded-md border">
            {objects.map((item) => (
              <li
                key={keyOf(item.object)}
                className="grid grid-cols-[minmax(0,1fr)] gap-2 px-3 py-2"
              >
                <Change item={item} path={pathOf(item.object)} />
                <Parts item={item} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {differences.length < total && (
        <p className="text-xs text-muted">
          {formatCount(differences.length)} of {formatCount(total)} changes are shown.
        </p>
      )}
    </div>
  )
}

function Change({ item, path }: { item: SchemaDifference; path: string }) {
  const { label, variant } = MARKS[item.mark]
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <span className="min-w-0 truncate font-mono text-xs" title={path}>
          {path}
        </span>
        <Badge variant={variant}>{label}</Badge>
      </div>
      {item.properties.map(({ name, before, after }) => (
        <SideBySide
          key={name}
          label={name.replaceAll('_', ' ')}
          sides={[
            { title: 'Before', text: before },
            { title: 'After', text: after },
          ]}
        />
      ))}
    </>
  )
}

/** A new or removed table comes with all of its parts, so they are folded. */
function Parts({ item: { mark, parts } }: { item: ChangedObject }) {
  if (parts.length === 0) return null
  const list = (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-2 border-l pl-3">
      {parts.map((part) => (
        <li key={keyOf(part.object)} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <Change item={part} path={`${part.object.kind} ${part.object.name}`} />
        </li>
      ))}
    </ul>
  )
  if (mark === 'changed') return list
  return (
    <details className="text-xs">
      <summary className="w-fit cursor-pointer text-muted hover:text-text">
        {countParts(parts)}
      </summary>
      <div className="mt-2">{list}</div>
    </details>
  )
}

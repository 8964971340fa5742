import type { SchemaDifference } from '@stoa/contract/platform/branch-changes'
import { formatCount } from '../../lib/quantities.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { SideBySide } from './side-by-side.tsx'
import { keyOf, pathOf } from './review-words.ts'

const MARKS = {
  added: { label: 'Added', variant: 'success' },
  changed: { label: 'Changed', variant: 'accent' },
  removed: { label: 'Removed', variant: 'danger' },
} as const

type ChangedObjectsProps = { differences: readonly SchemaDifference[]; total: number }

/** The changed objects, grouped by their kind. */
export function ChangedObjects({ differences, total }: ChangedObjectsProps) {
  const kinds = Map.groupBy(differences, ({ object }) => object.kind)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {[...kinds].map(([kind, items]) => (
        <section key={kind} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="text-sm font-medium first-letter:uppercase">
            {kind} <span className="text-muted">{formatCount(items.length)}</span>
          </h3>
          <ul className="grid grid-cols-[minmax(0,1fr)] divide-y rounded-md border">
            {items.map((item) => (
              <ChangedObject key={keyOf(item.object)} item={item} />
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

function ChangedObject({ item: { object, mark, properties } }: { item: SchemaDifference }) {
  const { label, variant } = MARKS[mark]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 px-3 py-2">
      <div className="flex items-center justify-between gap-2">
        <span className="min-w-0 truncate font-mono text-xs" title={pathOf(object)}>
          {pathOf(object)}
        </span>
        <Badge variant={variant}>{label}</Badge>
      </div>
      {properties.map(({ name, before, after }) => (
        <SideBySide
          key={name}
          label={name.replaceAll('_', ' ')}
          sides={[
            { title: 'Before', text: before },
            { title: 'After', text: after },
          ]}
        />
      ))}
    </li>
  )
}

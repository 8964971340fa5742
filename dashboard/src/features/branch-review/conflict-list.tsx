import type { SchemaConflict } from '@stoa/contract/platform/branch-changes'
import { Callout } from '../../ui/feedback/callout.tsx'
import { SideBySide } from './side-by-side.tsx'
import { keyOf, pathOf } from './review-words.ts'

type ConflictListProps = { conflicts: readonly SchemaConflict[]; total: number }

/** The objects that both sides have changed differently, with all three states. */
export function ConflictList({ conflicts, total }: ConflictListProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Conflicts">
      <Callout type="danger" title={total === 1 ? 'One conflict' : `${total} conflicts`}>
        The branch and its parent have changed the same object differently. Make it the same on both
        sides, or undo one of the two changes, then review again.
      </Callout>
      <ul className="grid grid-cols-[minmax(0,1fr)] divide-y rounded-md border">
        {conflicts.map(({ object, base, branch, parent }) => (
          <li key={keyOf(object)} className="px-3 py-2">
            <SideBySide
              label={`${object.kind} ${pathOf(object)}`}
              sides={[
                { title: 'Before both changes', text: base },
                { title: 'In the branch', text: branch },
                { title: 'In the parent', text: parent },
              ]}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

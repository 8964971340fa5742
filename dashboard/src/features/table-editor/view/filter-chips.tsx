import type { Column } from '@stoa/contract/services/meta/catalogue'
import { leavesOf } from '@stoa/contract/services/meta/leaves-of'
import type { Filter, Sort } from '@stoa/contract/services/meta/rows'
import { Fragment, useState } from 'react'
import type { Conditions } from '../../../data/resources/services/meta/rows.ts'
import { withItem } from '../session/conditions.ts'
import { FilterChip } from './filter-chip.tsx'
import type { EditedFilter } from './filter-chip.tsx'
import { SortChip } from './sort-chip.tsx'

type FilterChipsProps = {
  columns: readonly Column[]
  conditions: Conditions
  sorts: readonly Sort[]
  /** The filter that the database refused, and why. */
  refused: { column: string; reason: string } | undefined
  onConditions: (conditions: Conditions) => void
  onSorts: (sorts: Sort[]) => void
}

type Edited = { item: number; leaf: number; form: EditedFilter }

/** The filters, with “and” or “or” between them, and the sorts. */
export function FilterChips({ columns, conditions, sorts, ...props }: FilterChipsProps) {
  const { refused, onConditions, onSorts } = props
  const { filters, match } = conditions
  const [edited, setEdited] = useState<Edited | undefined>()
  const [outer, inner] = match === 'all' ? ['and', 'or'] : ['or', 'and']
  const flip = () => onConditions({ filters, match: match === 'all' ? 'any' : 'all' })
  const put = (item: number, leaves: readonly Filter[]) => {
    setEdited(undefined)
    onConditions({ match, filters: withItem(filters, item, leaves) })
  }
  const chip = (item: number, leaf: number, leaves: readonly Filter[], filter: Filter) => (
    <FilterChip
      columns={columns}
      filter={filter}
      problem={refused?.column === filter.column ? refused.reason : undefined}
      edited={edited?.item === item && edited.leaf === leaf ? edited.form : undefined}
      onEdited={(form) => setEdited(form && { item, leaf, form })}
      combine={inner}
      onChange={(next) => put(item, leaves.with(leaf, next))}
      onAdd={(added) => put(item, leaves.toSpliced(leaf + 1, 0, added))}
      onRemove={() => put(item, leaves.toSpliced(leaf, 1))}
    />
  )
  return (
    <>
      {filters.map((item, index) => {
        const leaves = leavesOf([item])
        const chips = leaves.map((filter, leaf) => (
          // oxlint-disable-next-line react/no-array-index-key -- conditions have no name but their place
          <Fragment key={leaf}>
            {leaf > 0 && <Connector word={inner} other={outer} onFlip={flip} />}
            {chip(index, leaf, leaves, filter)}
          </Fragment>
        ))
        return (
          // oxlint-disable-next-line react/no-array-index-key -- conditions have no name but their place
          <Fragment key={index}>
            {index > 0 && <Connector word={outer} other={inner} onFlip={flip} />}
            {leaves.length === 1 ? (
              chips
            ) : (
              <span className="inline-flex flex-wrap items-center gap-1.5">
                <Bracket text="(" />
                {chips}
                <Bracket text=")" />
              </span>
            )}
          </Fragment>
        )
      })}
      {sorts.map((sort) => (
        <SortChip
          key={sort.column}
          sort={sort}
          onChange={(next) => onSorts(sorts.map((other) => (other === sort ? next : other)))}
          onRemove={() => onSorts(sorts.filter((other) => other !== sort))}
        />
      ))}
    </>
  )
}

const Bracket = ({ text }: { text: string }) => (
  <span className="text-sm text-muted select-none">{text}</span>
)

type ConnectorProps = { word: string; other: string; onFlip: () => void }

/** “and” or “or” between two filters. Groups are combined the other way, so they change too. */
const Connector = ({ word, other, onFlip }: ConnectorProps) => (
  <button
    type="button"
    className="h-6 rounded-sm px-0.5 text-xs text-muted hover:text-text"
    title={`Change to “${other}”`}
    onClick={onFlip}
  >
    {word}
  </button>
)

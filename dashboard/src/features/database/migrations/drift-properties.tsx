import type { PropertyDifference } from '@stoa/contract/services/meta/drift'
import { classNames } from '../../../lib/class-names.ts'
import { lineDiff, type DiffLine } from '../../../lib/line-diff.ts'
import { PROPERTY_LABELS } from './drift-words.ts'

/** The properties in which both sides differ: the migrations on the left, the database on the right. */
export function DriftProperties({ differences }: { differences: readonly PropertyDifference[] }) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border p-3">
      {differences.map((difference) => (
        <li key={difference.property} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <p className="text-xs font-medium">{PROPERTY_LABELS[difference.property]}</p>
          <Sides {...difference} />
        </li>
      ))}
    </ul>
  )
}

function Sides({ before, after }: PropertyDifference) {
  const lines = before !== null && after !== null ? lineDiff(before, after) : undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:grid-cols-2">
      <Side title="In the migrations" text={before} lines={lines} changed="removed" />
      <Side title="In the database" text={after} lines={lines} changed="added" />
    </div>
  )
}

type SideProps = {
  title: string
  text: string | null
  /** Undefined if there are too many lines to compare. */
  lines: readonly DiffLine[] | undefined
  changed: 'added' | 'removed'
}

const MARKS = { added: 'bg-success-soft', removed: 'bg-danger-soft' }

function Side({ title, text, lines, changed }: SideProps) {
  const own = lines?.filter(({ kind }) => kind === 'same' || kind === changed)
  return (
    <div className="grid min-w-0 grid-rows-[auto_1fr] gap-1">
      <span className="text-xs text-muted">{title}</span>
      {text === null ? (
        <span className="p-2 text-xs text-muted">Not set</span>
      ) : (
        <pre
          aria-label={title}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach the scrolling text
          tabIndex={0}
          className="max-h-64 overflow-y-auto rounded-md bg-sunken p-2 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap"
        >
          {own === undefined || own.length < 2
            ? text
            : own.map((line) => (
                <span
                  key={line.kind === 'removed' ? line.before : line.after}
                  className={classNames('block', line.kind === changed && MARKS[changed])}
                >
                  {line.text || ' '}
                </span>
              ))}
        </pre>
      )}
    </div>
  )
}

import { ChevronRight } from 'lucide-react'
import { formatCount } from '../../lib/quantities.ts'

type PartitionsRowProps = {
  /** The name of the partitioned table. */
  name: string
  count: number
  depth: number
  isOpen: boolean
  onToggle: () => void
}

/** The line of a list that shows and hides the partitions of the table above it. */
export function PartitionsRow({ name, count, depth, isOpen, onToggle }: PartitionsRowProps) {
  const text = count === 1 ? '1 partition' : `${formatCount(count)} partitions`
  return (
    <li style={{ paddingLeft: `${depth * INDENT_PX}px` }}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={`${text} of ${name}`}
        onClick={onToggle}
        className="flex h-7 w-full items-center gap-1.5 rounded-md px-2 text-left text-xs text-muted transition-colors hover:bg-hover hover:text-text pointer-coarse:h-10"
      >
        <ChevronRight
          className={`size-3.5 shrink-0 transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
        {text}
      </button>
    </li>
  )
}

/** The indentation of one level of partitions. */
export const INDENT_PX = 12

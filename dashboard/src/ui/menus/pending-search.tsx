import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'

type PendingSearchProps = {
  /** The accessible name, by default the placeholder. */
  label?: string
  placeholder: string
  text: string
  onTextChange: (text: string) => void
  /** The first rows of the list. */
  children?: ReactNode
  className?: string
}

/**
 * A list with a search field whose code is still loading. It looks like the list, and what is typed
 * is the search of the list once it is loaded.
 */
export const PendingSearch = ({
  label,
  placeholder,
  text,
  onTextChange,
  children,
  className,
}: PendingSearchProps) => (
  <div aria-busy className="flex min-h-0 flex-col">
    <div className="flex items-center gap-2 border-b px-2.5 has-focus-visible:border-focus">
      <Search className="size-3.5 text-muted" />
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the list was opened to search it
        autoFocus
        aria-label={label ?? placeholder}
        placeholder={placeholder}
        value={text}
        onChange={(event) => onTextChange(event.target.value)}
        onKeyDown={(event) => {
          // There is nothing to choose yet, and the key must not close what is around the list.
          if (event.key === 'Enter') event.stopPropagation()
        }}
        className="h-8 w-full bg-transparent text-sm outline-none"
      />
    </div>
    <div aria-hidden className={classNames('base:max-h-72 min-h-0 overflow-hidden p-1', className)}>
      {children}
    </div>
  </div>
)

/** A row of a list that is still loading. */
export const PendingRow = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-7 items-center gap-2 rounded-sm px-2 py-1 text-sm select-none">
    {children}
  </div>
)

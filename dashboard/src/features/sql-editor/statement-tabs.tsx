import type { QueryAnswer } from '../../data/resources/query.ts'
import { classNames } from '../../lib/class-names.ts'

type StatementTabsProps = {
  results: QueryAnswer['results']
  noticeCount: number
  chosen: number | 'notices'
  onChoose: (chosen: number | 'notices') => void
}

/** One tab per statement of the text, and one for the notices. */
export function StatementTabs({ results, noticeCount, chosen, onChoose }: StatementTabsProps) {
  return (
    <div
      role="tablist"
      aria-label="Statements"
      className="-mb-px flex min-w-0 gap-3 overflow-x-auto [scrollbar-width:none]"
    >
      {results.map((result, index) => (
        <Tab
          // oxlint-disable-next-line react/no-array-index-key -- statements of one answer never move
          key={index}
          isChosen={chosen === index}
          onChoose={() => onChoose(index)}
        >
          {results.length > 1 && <span className="text-muted tabular-nums">{index + 1}</span>}
          {results.length > 1 ? result.command : 'Results'}
        </Tab>
      ))}
      {noticeCount > 0 && (
        <Tab isChosen={chosen === 'notices'} onChoose={() => onChoose('notices')}>
          Notices <span className="text-muted tabular-nums">{noticeCount}</span>
        </Tab>
      )}
    </div>
  )
}

type TabProps = { isChosen: boolean; onChoose: () => void; children: React.ReactNode }

function Tab({ isChosen, onChoose, children }: TabProps) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isChosen}
      onClick={onChoose}
      className={classNames(
        'flex h-9 items-center gap-1.5 border-b border-transparent text-xs whitespace-nowrap text-muted transition-colors hover:text-text',
        isChosen && 'border-text text-text',
      )}
    >
      {children}
    </button>
  )
}

import type { QueryAnswer } from '../../data/resources/services/meta/query.ts'
import { classNames } from '../../lib/class-names.ts'

/** A longer script shows a summary instead of one tab per statement. */
export const MOST_TABS = 20

export type ResultTab = number | 'notices' | 'summary'

type StatementTabsProps = {
  results: QueryAnswer['results']
  noticeCount: number
  chosen: ResultTab
  onChoose: (chosen: ResultTab) => void
}

/** One tab per statement, or a summary and the open statement of a long script, and the notices. */
export function StatementTabs({ results, noticeCount, chosen, onChoose }: StatementTabsProps) {
  const isLong = results.length > MOST_TABS
  const opened = typeof chosen === 'number' ? [chosen] : []
  const shown = isLong ? opened : results.map((_, index) => index)
  return (
    <div
      role="tablist"
      aria-label="Statements"
      className="-mb-px flex min-w-0 gap-3 overflow-x-auto [scrollbar-width:none]"
    >
      {isLong && (
        <Tab isChosen={chosen === 'summary'} onChoose={() => onChoose('summary')}>
          Summary
        </Tab>
      )}
      {shown.map((index) => (
        <Tab key={index} isChosen={chosen === index} onChoose={() => onChoose(index)}>
          {results.length > 1 && <span className="text-muted tabular-nums">{index + 1}</span>}
          {results.length > 1 ? results[index]?.command : 'Results'}
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
        'flex h-9 items-center gap-1.5 border-b text-xs whitespace-nowrap transition-colors',
        isChosen ? 'border-text text-text' : 'border-transparent text-muted hover:text-text',
      )}
    >
      {children}
    </button>
  )
}

import { Link } from '@tanstack/react-router'
import { History, List, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LogRange } from '../../../data/resources/services/logs/scope.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Kbd } from '../../../ui/display/kbd.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../../ui/menus/dropdown-menu.tsx'
import { RangePicker } from '../../../components/time-range/range-picker.tsx'
import { withRange, withTimes } from '../../../components/time-range/range-search.ts'
import type { ExplorerSearch } from './explorer-search.ts'

type ExplorerToolbarProps = {
  projectRef: string
  range: LogRange
  retentionDays: number | undefined
  recent: readonly string[]
  isRunning: boolean
  /** The name of the saved query, and what saves it. */
  saving: ReactNode
  onRun: () => void
  onRecent: (sql: string) => void
  onClearRecent: () => void
  onSearch: (change: Partial<ExplorerSearch>) => void
  /** Opens the field reference, where it has no column. */
  onFields: (() => void) | undefined
}

export function ExplorerToolbar({ projectRef, range, onSearch, ...props }: ExplorerToolbarProps) {
  return (
    <header className="flex flex-wrap items-center gap-2 px-4 pt-4 pb-3 sm:px-6">
      <h1 className="mr-2 truncate text-xl font-semibold tracking-tight">Explorer</h1>
      {props.saving}
      <div className="flex min-w-0 flex-wrap items-center gap-2 sm:ml-auto">
        {props.onFields && (
          <Button onClick={props.onFields}>
            <List className="size-3.5" /> Fields
          </Button>
        )}
        <Button asChild>
          <Link to="/project/$ref/logs/explorer/templates" params={{ ref: projectRef }}>
            Templates
          </Link>
        </Button>
        <RecentMenu {...props} />
        <RangePicker
          range={range}
          retentionDays={props.retentionDays}
          onPreset={(value) => onSearch(withRange(value))}
          onTimes={(from, to) => onSearch(withTimes(from, to))}
        />
        <Button variant="primary" busy={props.isRunning} onClick={props.onRun}>
          <Play className="size-3.5" /> Run <Kbd shortcut="Mod+Enter" className="max-sm:hidden" />
        </Button>
      </div>
    </header>
  )
}

type RecentMenuProps = Pick<ExplorerToolbarProps, 'recent' | 'onRecent' | 'onClearRecent'>

/** The queries that this browser ran last. */
function RecentMenu({ recent, onRecent, onClearRecent }: RecentMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild disabled={recent.length === 0}>
        <Button disabled={recent.length === 0}>
          <History className="size-3.5" /> Recent
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent className="max-h-96 w-96 max-w-[calc(100vw-1rem)] overflow-y-auto">
        {recent.map((sql) => (
          <DropdownMenuItem key={sql} onSelect={() => onRecent(sql)}>
            <span className="truncate font-mono text-xs">{sql.replaceAll(/\s+/g, ' ')}</span>
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={onClearRecent}>Clear recent queries</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

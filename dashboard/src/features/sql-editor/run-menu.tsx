import { ChevronDown, Play, Square } from 'lucide-react'
import { Button } from '../../ui/buttons/button.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/menus/dropdown-menu.tsx'
import { Elapsed } from './running-note.tsx'
import type { Run } from './run-store.ts'
import type { RunTarget } from './use-run-text.ts'

type RunMenuProps = {
  run: Run | undefined
  onRun: (target: RunTarget) => void
  onCancel: () => void
  /** Shows the object whose name is at the cursor. */
  onDescribe: () => void
}

/** The Run button, which becomes Cancel during a run, and the other ways to run the text. */
export function RunMenu({ run, onRun, onCancel, onDescribe }: RunMenuProps) {
  if (run?.state === 'running') {
    return (
      <Button onClick={onCancel} disabled={run.isCancelling} className="min-w-24">
        <Square className="size-3 fill-current" /> Cancel <Elapsed since={run.startedAt} />
      </Button>
    )
  }
  return (
    <div className="flex">
      <Button
        variant="primary"
        onClick={() => onRun('selection')}
        className="min-w-24 rounded-r-none"
      >
        <Play className="size-3 fill-current" /> Run
        <Kbd
          shortcut="Mod+Enter"
          className="opacity-80 max-sm:hidden [&_kbd]:border-transparent [&_kbd]:bg-transparent [&_kbd]:px-0 [&_kbd]:text-current"
        />
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="primary"
            size="icon"
            aria-label="More ways to run"
            className="w-6 rounded-l-none border-l-surface/40"
          >
            <ChevronDown className="size-3.5" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => onRun('statement')}>
            Run statement at cursor <Kbd shortcut="Mod+Shift+Enter" className="ml-auto pl-6" />
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => onRun('explain')}>
            Explain <Kbd shortcut="Mod+Shift+E" className="ml-auto pl-6" />
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => onRun('analyze')}>
            Explain analyze <Kbd shortcut="Mod+Alt+E" className="ml-auto pl-6" />
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={onDescribe}>
            Describe object at cursor <Kbd shortcut="F12" className="ml-auto pl-6" />
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  )
}

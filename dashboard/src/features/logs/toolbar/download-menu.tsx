import type { LogRow } from '@stoa/contract/services/logs/logs'
import { Download } from 'lucide-react'
import { downloadText } from '../../../lib/download-text.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '../../../ui/menus/dropdown-menu.tsx'
import { toEventsCsv, toEventsJson } from '../table/copy-events.ts'

type DownloadMenuProps = {
  /** The file name, without its extension. */
  name: string
  count: number
  rows: () => readonly LogRow[]
}

/** Downloads the loaded events as a file. */
export function DownloadMenu({ name, count, rows }: DownloadMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild disabled={count === 0}>
        <Button size="icon" aria-label="Download" title="Download" disabled={count === 0}>
          <Download />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>
          {count === 1 ? 'The loaded event' : `The ${formatCount(count)} loaded events`}
        </DropdownMenuLabel>
        <DropdownMenuItem
          onSelect={() =>
            downloadText({ text: toEventsCsv(rows()), fileName: `${name}.csv`, type: 'text/csv' })
          }
        >
          Download CSV
        </DropdownMenuItem>
        <DropdownMenuItem
          onSelect={() =>
            downloadText({
              text: toEventsJson(rows()),
              fileName: `${name}.json`,
              type: 'application/json',
            })
          }
        >
          Download JSON
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

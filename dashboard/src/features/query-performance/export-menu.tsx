import { downloadText } from '../../lib/download-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/menus/dropdown-menu.tsx'
import { exportQueries } from './export-queries.ts'
import type { ListedQuery } from './listed-queries.ts'

const FORMATS = [
  { format: 'csv', label: 'CSV', type: 'text/csv' },
  { format: 'json', label: 'JSON', type: 'application/json' },
] as const

/** Downloads all queries of the span. */
export function ExportMenu({ queries }: { queries: readonly ListedQuery[] }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>Export</Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {FORMATS.map(({ format, label, type }) => (
          <DropdownMenuItem
            key={format}
            onSelect={() =>
              downloadText({
                text: exportQueries(queries, format),
                fileName: `query-performance.${format}`,
                type,
              })
            }
          >
            {label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

import { downloadText } from '../../lib/download-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/menus/dropdown-menu.tsx'
import { exportFindings, EXPORTS, type ExportFormat } from './export-findings.ts'
import type { ListedFinding } from './findings.ts'

const FORMATS: readonly ExportFormat[] = ['csv', 'json', 'markdown']

type ExportMenuProps = { findings: readonly ListedFinding[]; fileName: string }

/** Downloads all findings of an advisor. */
export function ExportMenu({ findings, fileName }: ExportMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>Export</Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {FORMATS.map((format) => {
          const { label, extension, type } = EXPORTS[format]
          return (
            <DropdownMenuItem
              key={format}
              onSelect={() =>
                downloadText({
                  text: exportFindings(findings, format),
                  fileName: `${fileName}.${extension}`,
                  type,
                })
              }
            >
              {label}
            </DropdownMenuItem>
          )
        })}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

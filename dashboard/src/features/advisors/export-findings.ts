import { objectName } from '../../components/advisors/finding-path.ts'
import { spreadsheetText } from '../../lib/spreadsheet-text.ts'
import type { ListedFinding } from './findings.ts'

export type ExportFormat = 'csv' | 'json' | 'markdown'

export const EXPORTS = {
  csv: { label: 'CSV', extension: 'csv', type: 'text/csv' },
  json: { label: 'JSON', extension: 'json', type: 'application/json' },
  markdown: { label: 'Markdown', extension: 'md', type: 'text/markdown' },
} as const satisfies Record<ExportFormat, { label: string; extension: string; type: string }>

/** The findings as a file. */
export function exportFindings(findings: readonly ListedFinding[], format: ExportFormat): string {
  const rows = findings.map(({ ignored, ...finding }) => ({
    level: finding.level,
    rule: finding.rule,
    title: finding.title,
    object: objectName(finding),
    detail: finding.detail,
    ignored: ignored?.reason ?? '',
  }))
  if (format === 'json') return `${JSON.stringify(rows, null, 2)}\n`
  const lines = [
    ['Level', 'Rule', 'Title', 'Object', 'Detail', 'Ignored because'],
    ...rows.map(Object.values<string>),
  ]
  if (format === 'csv') return lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('')
  const [head = [], ...body] = lines.map((line) => line.map(markdownCell))
  return [head, head.map(() => '---'), ...body]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('')
}

const csvCell = (text: string): string => {
  const safe = spreadsheetText(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const markdownCell = (text: string): string =>
  text.replaceAll(/[\\|`*_<>[\]]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ')

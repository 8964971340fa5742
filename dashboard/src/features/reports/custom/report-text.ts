import { METRICS } from '@stoa/contract/catalog/metrics'
import { CustomReport, type ReportBlock } from '@stoa/contract/platform/custom-reports'

const EMPTY: CustomReport = { range: '24h', refresh_seconds: 0, blocks: [] }

/** The report of a text. A new one has no text yet; undefined if the text is no report. */
export function readReport(text: string): CustomReport | undefined {
  if (text === '') return EMPTY
  try {
    return CustomReport.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export const reportText = (report: CustomReport): string => JSON.stringify(report, null, 2)

/** The title of a block: its own, or else that of what it shows. */
export const titleOf = (block: ReportBlock, queryName?: string): string => {
  if (block.title !== '') return block.title
  return block.kind === 'metric' ? METRICS[block.metric].title : (queryName ?? 'Query')
}

/** A report in words, a line for each block, to compare two of them. */
export function reportInWords(text: string): string {
  const report = readReport(text)
  if (!report) return text
  const { range, refresh_seconds: seconds, blocks } = report
  return [
    `Time range: last ${range}`,
    `Refresh: ${seconds === 0 ? 'by hand' : `every ${seconds} seconds`}`,
    ...blocks.map((block) => {
      const of = block.kind === 'metric' ? block.metric : `query ${block.snippet_id}`
      return `${titleOf(block)}: ${of} as ${block.view}, ${block.width} × ${block.height}`
    }),
  ].join('\n')
}

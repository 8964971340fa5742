import { downloadText } from '../../../lib/download-text.ts'
import { slugOf } from '../library/file-names.ts'
import { toMarkdownFile, toSqlFile, type ShownRows } from './export-notebook.ts'
import { readNotebook } from './notebook-text.ts'

type Download = {
  name: string
  /** The stored text. */
  text: string
  as: 'markdown' | 'sql'
  /** The rows of a cell that the page shows. */
  rowsOf?: (cellId: string) => ShownRows | undefined
}

export function downloadNotebook({ name, text, as, rowsOf = () => undefined }: Download): void {
  const notebook = readNotebook(text)
  const fileName = `${slugOf(name)}.${as === 'sql' ? 'sql' : 'md'}`
  if (as === 'sql')
    return downloadText({ text: toSqlFile(notebook), fileName, type: 'application/sql' })
  return downloadText({ text: toMarkdownFile(notebook, rowsOf), fileName, type: 'text/markdown' })
}

import type { RefObject } from 'react'
import type { SqlEditorController } from '../../components/sql-editor/create-sql-editor.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { formatSql } from '../../lib/format-sql.ts'

/** Returns a function that formats the text of an editor. */
export function useFormat(controller: RefObject<SqlEditorController | null>) {
  return async () => {
    const editor = controller.current
    if (editor === null) return
    // The button took the focus, but the editor's shortcuts only work inside the editor.
    editor.focus()
    const before = editor.text()
    const formatted = await formatSql(before)
    if (formatted === undefined) {
      toast.info('Could not format the query: its syntax is not valid or it is too long')
    }
    // Text typed while the formatter was loading must not be overwritten.
    if (formatted !== undefined && editor.text() === before) editor.replaceText(formatted)
  }
}

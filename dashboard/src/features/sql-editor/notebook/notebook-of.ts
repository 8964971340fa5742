import { notebookText } from './notebook-text.ts'

/** The text of a notebook with one query. */
export const notebookOf = (sql: string, newId: () => string): string =>
  notebookText({
    parameters: [],
    cells: [{ kind: 'sql', id: newId(), text: sql, isCollapsed: false }],
  })

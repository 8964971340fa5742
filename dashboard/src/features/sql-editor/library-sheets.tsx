import { lazy, Suspense } from 'react'
import type { LibrarySheet } from './library/library.tsx'
import { nameOfQuery } from '../../components/documents/query-name.ts'

const DeletedSheet = lazy(async () => ({
  default: (await import('../../components/documents/deleted-sheet.tsx')).DeletedSheet,
}))
const HistorySheet = lazy(async () => ({
  default: (await import('./history/history-sheet.tsx')).HistorySheet,
}))
const TemplatesSheet = lazy(async () => ({
  default: (await import('./templates/templates-sheet.tsx')).TemplatesSheet,
}))

type LibrarySheetsProps = {
  projectRef: string
  sheet: LibrarySheet | undefined
  onOpen: (id: string) => void
  /** Opens a text as a new query, and runs it if asked. */
  onCreate: (query: { name: string; sql: string; isRun: boolean }) => void
  onClose: () => void
}

/** Templates, history and deleted queries, each loaded when it is opened. */
export function LibrarySheets({
  projectRef,
  sheet,
  onOpen,
  onCreate,
  onClose,
}: LibrarySheetsProps) {
  return (
    <Suspense fallback={null}>
      {sheet === 'deleted' && (
        <DeletedSheet
          projectRef={projectRef}
          onClose={onClose}
          onRestored={(id) => {
            onClose()
            onOpen(id)
          }}
        />
      )}
      {sheet === 'history' && (
        <HistorySheet
          projectRef={projectRef}
          onClose={onClose}
          onOpen={({ sql }, isRun) => {
            onClose()
            onCreate({ name: nameOfQuery(sql) ?? 'From history', sql, isRun })
          }}
        />
      )}
      {sheet === 'templates' && (
        <TemplatesSheet
          onClose={onClose}
          onUse={({ name, sql }) => {
            onClose()
            onCreate({ name, sql, isRun: false })
          }}
        />
      )}
    </Suspense>
  )
}

import { useState } from 'react'
import { ResultGrid } from '../../components/result-grid/result-grid.tsx'
import { ValueSheet } from '../../components/result-grid/value-sheet.tsx'
import type { OpenedValue } from '../../components/result-grid/value-sheet.tsx'
import type { QueryAnswer } from '../../data/resources/services/meta/query.ts'

type ResultViewProps = { result: QueryAnswer['results'][number] }

/** The rows of one statement. */
export function ResultView({ result }: ResultViewProps) {
  const [opened, setOpened] = useState<OpenedValue | undefined>()
  return (
    <>
      <ResultGrid
        label={`Result of ${result.command}`}
        columns={result.columns}
        rows={result.rows}
        onOpenCell={setOpened}
      />
      <ValueSheet value={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}

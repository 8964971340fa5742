import { useState } from 'react'
import { ProjectPage } from '../../components/project-page.tsx'
import { useTable } from '../../data/resources/services/meta/tables.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { ChooseFile } from './choose-file.tsx'
import { ImportList } from './import-list.tsx'
import { ImportSetup } from './import-setup.tsx'
import { isScript, ScriptSetup } from './script-setup.tsx'

export type ChosenFile = { readonly file: File; readonly id: number }

type ImportPageProps = {
  projectRef: string
  /** The table to import into; a new one if absent. */
  tableId: number | undefined
  onTable: (tableId: number | undefined) => void
}

/** Imports a file of the member's computer, and lists the imports of the project. */
export function ImportPage({ projectRef, tableId, onTable }: ImportPageProps) {
  const can = useCan(projectRef)
  const table = useTable(projectRef, tableId)
  const [chosen, setChosen] = useState<ChosenFile>()
  const script = chosen && isScript(chosen.file) ? chosen : undefined
  const into = table.data ? `${table.data.schema}.${table.data.name}` : 'a table'
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Import data"
      product="tableEditor"
      description={`Import a CSV, JSON, Excel, or Parquet file into ${into}, or run a file with SQL.`}
      needs={['database:read']}
      forbidden="This page imports files into the project’s tables."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        {can('database:write') && script && (
          <ScriptSetup
            key={script.id}
            projectRef={projectRef}
            file={script.file}
            onClose={() => setChosen(undefined)}
          />
        )}
        {can('database:write') &&
          !script &&
          (chosen ? (
            <ImportSetup
              key={chosen.id}
              {...{ projectRef, tableId, onTable }}
              file={chosen.file}
              onClose={() => setChosen(undefined)}
            />
          ) : (
            <ChooseFile
              onFile={(file) => setChosen((before) => ({ file, id: (before?.id ?? 0) + 1 }))}
            />
          ))}
        {!chosen && <ImportList projectRef={projectRef} canWrite={can('database:write')} />}
      </div>
    </ProjectPage>
  )
}

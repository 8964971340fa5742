import type { MigrationSummary } from '@stoa/contract/services/meta/history'
import { useMutation } from '@tanstack/react-query'
import {
  useReadMigration,
  useReadMigrationFiles,
} from '../../../data/resources/services/meta/history.ts'
import { downloadBlob } from '../../../lib/download-blob.ts'
import { fileNameOf } from './migration-file.ts'
import { scriptOf } from './migration-text.ts'

/** Downloads all migrations as the CLI's folder `supabase/migrations`, in one archive. */
export function useExportAll(projectRef: string) {
  const readFiles = useReadMigrationFiles(projectRef)
  return useMutation({
    meta: { failure: 'Could not download the migrations' },
    async mutationFn() {
      const { downloadZip } = await import('client-zip')
      async function* inputs() {
        for await (const { name, sql } of readFiles(new AbortController().signal))
          yield { name: `supabase/migrations/${name}`, input: sql }
      }
      const content = await downloadZip(inputs()).blob()
      downloadBlob({ content, fileName: `${projectRef}-migrations.zip` })
    },
  })
}

/** Downloads one migration. */
export function useExportOne(projectRef: string) {
  const read = useReadMigration(projectRef)
  return useMutation({
    meta: { failure: 'Could not download the migration' },
    async mutationFn(migration: MigrationSummary) {
      const { statements } = await read(migration.version)
      const content = new Blob([`${scriptOf(statements)}\n`], { type: 'application/sql' })
      downloadBlob({ content, fileName: fileNameOf(migration) })
    },
  })
}

import type { Cell } from '@stoa/contract/services/meta/cell'
import type { ExportFormat } from '@stoa/contract/services/meta/row-export'
import type { Sort } from '@stoa/contract/services/meta/rows'
import { exportRows } from '@stoa/contract/operations/services/meta/row-export'
import { useMemo } from 'react'
import { useDataClient } from '../../../client/client-context.ts'
import { saveStream, type SaveOptions } from '../../../client/save-target.ts'
import { useImpersonation } from '../../../local/impersonation.ts'
import type { Conditions } from './rows.ts'

/** The rows to export: those with these keys, or all that match the filters. */
export type ExportRequest = Conditions & {
  format: ExportFormat
  sorts: readonly Sort[]
  columns: readonly string[] | undefined
  keys: readonly Readonly<Record<string, Cell>>[] | undefined
}

/** Exports the rows of one table as the role or user that the member impersonates. */
export function useExportRows(ref: string, id: number) {
  const { openText } = useDataClient()
  const [impersonate] = useImpersonation(ref)
  return useMemo(() => {
    const open = (request: ExportRequest, signal?: AbortSignal) => {
      const { format, filters, match, sorts, columns, keys } = request
      const body = {
        format,
        filters: [...filters],
        match,
        sorts: [...sorts],
        ...(columns && { columns: [...columns] }),
        ...(keys && { keys: keys.map((key) => ({ ...key })) }),
        ...(impersonate && { impersonate }),
      }
      return openText(exportRows, { params: { ref, id }, body, signal })
    }
    return {
      /** The whole export as text, for the clipboard. */
      read: async (request: ExportRequest): Promise<string> =>
        new Response(await open(request)).text(),
      /** Writes the export to the chosen file, or resolves to its content. */
      save: async (request: ExportRequest, options: SaveOptions) =>
        saveStream(await open(request, options.signal), options),
    }
  }, [openText, ref, id, impersonate])
}

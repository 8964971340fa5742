import type { Cell } from '@stoa/contract/services/meta/cell'
import type { ExportFormat } from '@stoa/contract/services/meta/row-export'
import type { Sort } from '@stoa/contract/services/meta/rows'
import { exportRows } from '@stoa/contract/operations/services/meta/row-export'
import { useMemo } from 'react'
import { useDataClient } from '../../../client/client-context.ts'
import type { SaveTarget } from '../../../client/save-target.ts'
import { useImpersonation } from '../../../local/impersonation.ts'
import type { Conditions } from './rows.ts'

/** The rows to export: those with these keys, or all that match the filters. */
export type ExportRequest = Conditions & {
  format: ExportFormat
  sorts: readonly Sort[]
  columns: readonly string[] | undefined
  keys: readonly Readonly<Record<string, Cell>>[] | undefined
}

type SaveOptions = {
  target: SaveTarget
  signal: AbortSignal
  /** Called with the number of bytes that have arrived. */
  onProgress: (bytes: number) => void
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
      /**
       * Writes the export to the chosen file. Without one, it resolves to the content. After an error
       * or an abort, nothing remains in the file.
       */
      async save(request: ExportRequest, { target, signal, onProgress }: SaveOptions) {
        let bytes = 0
        const counter = new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            bytes += chunk.byteLength
            onProgress(bytes)
            controller.enqueue(chunk)
          },
        })
        const counted = (await open(request, signal)).pipeThrough(counter, { signal })
        if (target === undefined) return new Response(counted).blob()
        await counted.pipeTo(target, { signal })
        return undefined
      },
    }
  }, [openText, ref, id, impersonate])
}

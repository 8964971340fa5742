import type { BodyOf, ResponseOf } from '@stoa/contract/endpoint'
import {
  cancelImport,
  createImport,
  createSampleDatabase,
  createScriptImport,
  listImports,
  listRejectedRows,
  planImport,
  previewImport,
  sendImportedFile,
} from '@stoa/contract/operations/services/imports/imports'
import {
  keepPreviousData,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { fillPath, queryString, type Call } from '../../../client/api.ts'
import { useCall, useDataClient } from '../../../client/client-context.ts'
import {
  endpointQuery,
  useEndpointMutation,
  useEndpointQuery,
} from '../../../client/endpoint-hooks.ts'
import { sendBody } from '../../../client/file-transfer.ts'
import { databaseKeys } from '../meta/tables.ts'
import { projectKeys } from '../../platform/projects.ts'
import { sendResumed } from './send-resumed.ts'

export type ImportDefinition = BodyOf<typeof createImport>
export type ScriptDefinition = BodyOf<typeof createScriptImport>
export type ImportPreview = ResponseOf<typeof previewImport>
export type ImportState = ResponseOf<typeof listImports>[number]

const importsKey = (ref: string) => [...projectKeys.detail(ref), 'imports'] as const
const sentKey = (ref: string, id: string) => [...importsKey(ref), 'sent', id] as const
const RUNNING_POLL_MS = 1000

/** The newest imports of a project, polled every second while one has not ended. */
export const importsQuery = (call: Call, ref: string) =>
  endpointQuery(call, listImports, {
    input: { params: { ref } },
    queryKey: importsKey(ref),
    refetchInterval: ({ state }) =>
      state.data?.some(({ ended_at: endedAt }) => endedAt === null) ? RUNNING_POLL_MS : false,
  })

export const useImports = (ref: string) => useQuery(importsQuery(useCall(), ref))

const OCTETS = { 'Content-Type': 'application/octet-stream' }

/** A file, or the part of it that a preview needs. */
export type PreviewedPart = {
  name: string
  body: Blob
  isPartial: boolean
  format: ImportPreview['format'] | undefined
}

/** Reads the beginning of a file on the server. */
export function useImportPreview(ref: string, part: PreviewedPart, key: string) {
  const { session } = useDataClient()
  return useQuery({
    queryKey: [...importsKey(ref), 'preview', key, part.format],
    queryFn: async ({ signal }): Promise<ImportPreview> => {
      const query = {
        name: part.name,
        partial: part.isPartial,
        format: part.format && JSON.stringify(part.format),
      }
      const text = await sendBody(
        {
          method: 'POST',
          url: fillPath(previewImport.path, { ref }) + queryString(query),
          body: part.body,
          headers: { ...OCTETS, Authorization: `Bearer ${await session.accessToken()}` },
        },
        { signal },
      )
      return JSON.parse(text)
    },
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** The SQL of an import. Disabled while there is no definition. */
export function useImportSql(ref: string, definition: ImportDefinition | undefined) {
  return useEndpointQuery(planImport, {
    input: definition === undefined ? skipToken : { params: { ref }, body: definition },
    queryKey: ['import-sql', ref, definition],
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    select: ({ statements }) => statements,
  })
}

type StartedImport = {
  readonly definition: ImportDefinition | ScriptDefinition
  readonly file: Blob
}

/**
 * Creates an import and sends its file. Continues when the page is left; the browser asks before the
 * tab is closed.
 */
export function useStartImport(ref: string) {
  const { call, session } = useDataClient()
  const queryClient = useQueryClient()

  async function sendFrom(id: string, file: Blob, offset: number): Promise<void> {
    const Authorization = `Bearer ${await session.accessToken()}`
    await sendBody(
      {
        method: 'PUT',
        url: fillPath(sendImportedFile.path, { ref, id }) + queryString({ offset: String(offset) }),
        body: file.slice(offset),
        headers: { ...OCTETS, Authorization },
      },
      { onProgress: (sent) => queryClient.setQueryData(sentKey(ref, id), offset + sent) },
    )
  }

  async function send(id: string, file: Blob): Promise<void> {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    try {
      await sendResumed({
        send: (offset) => sendFrom(id, file, offset),
        async received() {
          const imports = await call(listImports, { params: { ref } })
          const found = imports.find((each) => each.id === id)
          return found?.status === 'receiving' ? found.received_bytes : undefined
        },
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      })
    } catch {
      // The import has failed, and its entry in the list says why.
    } finally {
      window.removeEventListener('beforeunload', ask)
      await queryClient.invalidateQueries({ queryKey: importsKey(ref), exact: true })
    }
  }

  return useMutation({
    async mutationFn({ definition, file }: StartedImport) {
      const created =
        'kind' in definition
          ? await call(createScriptImport, { params: { ref }, body: definition })
          : await call(createImport, { params: { ref }, body: definition })
      void send(created.id, file)
      return created
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: importsKey(ref), exact: true }),
    gcTime: 0,
  })
}

/** How many bytes of an import's file this browser has sent. */
export const useSentBytes = (ref: string, id: string) =>
  useQuery<number>({ queryKey: sentKey(ref, id), queryFn: skipToken }).data

export function useCancelImport(ref: string) {
  return useEndpointMutation(cancelImport, {
    input: (id: string) => ({ params: { ref, id } }),
    invalidates: importsKey(ref),
    meta: { failure: 'Failed to cancel the import', success: 'Import canceled' },
  })
}

/** Reads the rows that an import skipped, when they are downloaded. */
export function useReadRejectedRows(ref: string) {
  return useEndpointMutation(listRejectedRows, {
    input: (id: string) => ({ params: { ref, id } }),
    gcTime: 0,
    meta: { failure: 'Failed to load the rejected rows' },
  })
}

export function useCreateSampleDatabase(ref: string) {
  return useEndpointMutation(createSampleDatabase, {
    input: () => ({ params: { ref } }),
    // The project's overview counts tables, and the catalog lists them.
    onSuccess: (_created, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: databaseKeys.all(ref) }),
    invalidates: projectKeys.detail(ref),
    meta: {
      failure: 'Failed to create the sample tables',
      success: 'Sample tables created in the schema public',
    },
  })
}

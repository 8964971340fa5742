import {
  applyMigrationFile,
  getMigration,
  listMigrationFiles,
  listMigrations,
  repairMigration,
  revertMigration,
  squashMigrations,
  updateMigration,
} from '@stoa/contract/operations/services/meta/history'
import type { BodyOf, ResponseOf } from '@stoa/contract/endpoint'
import { skipToken, useInfiniteQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import { useEndpointMutation, useEndpointQuery } from '../../../client/endpoint-hooks.ts'
import { readAgain } from '../../../client/freshness.ts'
import { pagesQuery } from './pages.ts'
import { databaseKeys } from './tables.ts'

export const migrationsQuery = (call: Call, ref: string, search: string) =>
  pagesQuery({
    queryKey: [...databaseKeys.all(ref), 'objects', 'migrations', { search }],
    read: (page, signal) =>
      call(listMigrations, {
        params: { ref },
        query: { ...page, ...(search !== '' && { search }) },
        signal,
      }),
    ...readAgain,
  })

export const useMigrations = (ref: string, search: string) =>
  useInfiniteQuery(migrationsQuery(useCall(), ref, search))

export function useMigration(ref: string, version: string) {
  return useEndpointQuery(getMigration, {
    input: { params: { ref, version } },
    queryKey: [...databaseKeys.all(ref), 'migration', version],
  })
}

/** Reads a migration once. */
export function useReadMigration(ref: string) {
  const call = useCall()
  return (version: string) => call(getMigration, { params: { ref, version } })
}

/** The SQL that a revert would run. Never cached. */
export function useRevertPreview(ref: string, version: string) {
  return useEndpointQuery(revertMigration, {
    input: { params: { ref, version }, body: { dry_run: true } },
    // Not below the key of the database: the revert would otherwise ask for its preview again.
    queryKey: ['revert-preview', ref, version],
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
}

export function useRevertMigration(ref: string) {
  return useEndpointMutation(revertMigration, {
    input: (version: string) => ({ params: { ref, version }, body: {} }),
    invalidates: databaseKeys.all(ref),
  })
}

export type Squash = BodyOf<typeof squashMigrations>

/** The migration that several would become. Disabled for fewer than two. */
export function useSquashPreview(ref: string, versions: readonly string[]) {
  return useEndpointQuery(squashMigrations, {
    input:
      versions.length < 2
        ? skipToken
        : { params: { ref }, body: { versions: [...versions], dry_run: true } },
    queryKey: ['squash-preview', ref, versions],
    gcTime: 0,
    retry: false,
  })
}

export function useSquashMigrations(ref: string) {
  return useEndpointMutation(squashMigrations, {
    input: (body: Squash) => ({ params: { ref }, body }),
    invalidates: databaseKeys.all(ref),
  })
}

/** Saves the SQL that undoes a migration. */
export function useSaveRollback(ref: string) {
  return useEndpointMutation(updateMigration, {
    input: ({ version, rollback }: { version: string; rollback: string }) => ({
      params: { ref, version },
      body: { rollback },
    }),
    invalidates: databaseKeys.all(ref),
  })
}

export function useApplyMigrationFile(ref: string) {
  return useEndpointMutation(applyMigrationFile, {
    input: (body: BodyOf<typeof applyMigrationFile>) => ({ params: { ref }, body }),
    invalidates: databaseKeys.all(ref),
  })
}

export function useRepairMigration(ref: string) {
  return useEndpointMutation(repairMigration, {
    input: (body: BodyOf<typeof repairMigration>) => ({ params: { ref }, body }),
    invalidates: databaseKeys.all(ref),
  })
}

export type MigrationFile = ResponseOf<typeof listMigrationFiles>['files'][number]

/** Reads every migration as a file, page by page. */
export function useReadMigrationFiles(ref: string) {
  const call = useCall()
  return async function* (signal: AbortSignal): AsyncGenerator<MigrationFile> {
    let after: string | undefined
    do {
      const query = after === undefined ? {} : { after }
      const { files, next } = await call(listMigrationFiles, { params: { ref }, query, signal })
      yield* files
      after = next ?? undefined
    } while (after !== undefined)
  }
}

import {
  getVersion,
  listVersions,
  restoreVersion,
} from '@stoa/contract/operations/platform/content-versions'
import { skipToken } from '@tanstack/react-query'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-hooks.ts'

const versionKeys = {
  list: (ref: string, id: string) => ['snippet-versions', ref, id] as const,
  one: (ref: string, id: string, version: number | undefined) =>
    ['snippet-versions', ref, id, version] as const,
}

export const useVersions = (ref: string, id: string) =>
  useEndpointQuery(listVersions, {
    input: { params: { ref, id } },
    queryKey: versionKeys.list(ref, id),
    staleTime: 0,
  })

/** The text of a version, which never changes. */
export const useVersion = (ref: string, id: string, version: number | undefined) =>
  useEndpointQuery(getVersion, {
    input: version === undefined ? skipToken : { params: { ref, id, version } },
    queryKey: versionKeys.one(ref, id, version),
    staleTime: Infinity,
  })

export const useRestoreVersion = (ref: string, id: string) =>
  useEndpointMutation(restoreVersion, {
    input: ({ version, stored }: { version: number; stored: number }) => ({
      params: { ref, id, version },
      body: { version: stored },
    }),
    // The editor opens the restored text from here.
    sets: ['snippets', ref, 'one', id],
    invalidates: ['snippets', ref, 'list'],
    meta: { failure: 'Failed to restore the version' },
  })

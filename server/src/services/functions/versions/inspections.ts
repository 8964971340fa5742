import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { FunctionTypeCheck } from '@stoa/contract/services/functions/members'
import { createFairQueue } from '../../../lib/fair-queue.ts'
import type { Inspection } from '../runtime/deno-start.ts'
import type { FunctionFolders } from '../runtime/function-folders.ts'
import { tooManyDeployments } from '../errors.ts'
import { writeBundle, type Bundle } from './bundle.ts'
import { checkBundle } from './check.ts'
import { functionsFolderOf, type ProjectHandle } from './record-store.ts'
import { stagingOf } from './records.ts'
import { checkTypes } from './type-check.ts'

export type InspectionDeps = {
  readonly newId: () => string
  /** The organization that a project counts towards when checks of deployments are shared. */
  readonly organizationOf: (ref: string) => Promise<string>
  /** Where Deno reads files that are being deployed. Rejects if Deno is not installed. */
  readonly inspect: FunctionFolders['inspect']
}

/** The checks of files, each of which runs a process. */
export type Inspections = {
  /** Throws 400 `invalid_bundle` if the files in the folder cannot start. */
  requireValid(place: ProjectHandle, folder: string, bundle: Bundle): Promise<void>
  /** The type errors of the files in the folder. */
  typesOf(
    place: ProjectHandle,
    folder: string,
    start: Pick<Bundle, 'entrypoint' | 'importMap'>,
  ): Promise<FunctionTypeCheck>
  /** The type errors of files that are not in a folder yet. Throws 400 `invalid_bundle`. */
  typesOfBundle(place: ProjectHandle, bundle: Bundle): Promise<FunctionTypeCheck>
}

/**
 * Checks wait for each other in a fair queue: an organization with many projects gets no more slots
 * than one with a single project.
 */
export function createInspections({ newId, organizationOf, inspect }: InspectionDeps): Inspections {
  // Checks of types take longer, and deployments do not wait for them.
  const checks = createFairQueue({ places: 2, maxWaiting: 200, refuse: tooManyDeployments })
  const typeChecks = createFairQueue({ places: 1, maxWaiting: 200, refuse: tooManyDeployments })

  async function inspecting<T>(folder: string, work: (inspection: Inspection) => Promise<T>) {
    const inspection = await inspect(folder)
    try {
      return await work(inspection)
    } finally {
      await inspection.close()
    }
  }

  return {
    async requireValid(place, folder, bundle) {
      await checks.run(await organizationOf(place.ref), () =>
        inspecting(folder, (inspection) => checkBundle(inspection, bundle)),
      )
    },
    typesOf: async (place, folder, start) =>
      typeChecks.run(await organizationOf(place.ref), () =>
        inspecting(folder, (inspection) => checkTypes(inspection, start)),
      ),
    typesOfBundle: (place, bundle) =>
      withStaged(place, { bundle, id: newId() }, async (staged) =>
        typeChecks.run(await organizationOf(place.ref), () =>
          inspecting(staged, async (inspection) => {
            await checkBundle(inspection, bundle)
            return checkTypes(inspection, bundle)
          }),
        ),
      ),
  }
}

/** Calls the work with a folder of the files, which is deleted afterwards unless it was moved. */
export async function withStaged<T>(
  place: ProjectHandle,
  { bundle, id }: { readonly bundle: Bundle; readonly id: string },
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const staged = path.join(stagingOf(functionsFolderOf(place)), id)
  try {
    await writeBundle(staged, bundle)
    return await work(staged)
  } finally {
    await rm(staged, { recursive: true, force: true })
  }
}

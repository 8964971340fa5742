import type { Log } from '../../lib/log.ts'
import type { StoredParts, StoredProject } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'
import type { SettingsStore } from '../records/settings-store.ts'
import type { createAddServiceJob } from './service-jobs.ts'
import type { ServiceFolders } from './service-folders.ts'
import { meterNames, type Meters } from './meters.ts'
import type { Usage } from './usage.ts'

export type StoredProjects = {
  parts(ref: string): StoredParts
  /** Reads the project with its current settings; rejects with 404 `project_not_found`. */
  read(ref: string): Promise<StoredProject>
}

export function createStoredProjects(deps: {
  readonly services: readonly Service[]
  readonly settings: SettingsStore
  readonly folders: ServiceFolders
  readonly usage: Usage
  readonly meters: Meters
  readonly addJob: ReturnType<typeof createAddServiceJob>
  readonly apiUrl: (ref: string) => string
  readonly log: Log
}): StoredProjects {
  const sources = new Map(deps.services.map(({ name, logSource }) => [name, logSource ?? name]))
  const names = meterNames(deps.meters)

  const parts = (ref: string): StoredParts => ({
    ref,
    get apiUrl() {
      return deps.apiUrl(ref)
    },
    folder: (service) => deps.folders.of(ref, service),
    addJob: (service, job, payload, options) =>
      deps.addJob(ref, { service, job }, payload, options),
    count(service, meter, amount) {
      const name = names.get(service)?.get(meter)
      if (name === undefined)
        throw new Error(`The service ${service} does not declare the meter ${meter}`)
      deps.usage.count(ref, name, amount)
    },
    log: (service) => labelled(deps.log, { ref, source: sources.get(service) ?? service }),
  })

  return {
    parts,
    async read(ref) {
      const settings = await deps.settings.read(ref)
      return { ...parts(ref), settings }
    },
  }
}

function labelled(log: Log, label: Readonly<Record<string, string>>): Log {
  const write =
    (level: keyof Log): Log['info'] =>
    (fields, message) =>
      log[level]({ ...fields, ...label }, message)
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  }
}

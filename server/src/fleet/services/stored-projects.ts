import type { Log } from '../../lib/log.ts'
import { currentRequestId } from '../../lib/request-id.ts'
import type { LogSink } from '../../project/log-sink.ts'
import { createServiceLog } from '../../project/service-log.ts'
import type { StoredParts, StoredProject } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'
import type { SettingsStore } from '../records/settings-store.ts'
import type { createAddServiceJob } from './service-jobs.ts'
import type { ServiceFolders } from './service-folders.ts'
import type { Meters } from './meters.ts'
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
  readonly logs: LogSink
}): StoredProjects {
  const sources = new Map(deps.services.map(({ name, logSource }) => [name, logSource]))

  function log(ref: string, service: string): Log {
    const source = sources.get(service)
    const serverLog = labelled(deps.log, { ref, source: source ?? service })
    return source ? both(serverLog, createServiceLog(deps.logs, { ref, source })) : serverLog
  }

  const parts = (ref: string): StoredParts => ({
    ref,
    get apiUrl() {
      return deps.apiUrl(ref)
    },
    folder: (service) => deps.folders.of(ref, service),
    addJob: (service, job, payload, options) =>
      deps.addJob(ref, { service, job }, payload, options),
    count(service, meter, amount) {
      const name = `${service}.${meter}`
      if (!deps.meters.has(name))
        throw new Error(`The service ${service} does not declare the meter ${meter}`)
      deps.usage.count(ref, name, amount)
    },
    log: (service) => log(ref, service),
    writeLog: (source, event) =>
      deps.logs.write(
        ref,
        source,
        event.requestId === undefined ? { ...event, requestId: currentRequestId() } : event,
      ),
  })

  return {
    parts,
    async read(ref) {
      const settings = await deps.settings.read(ref)
      return { ...parts(ref), settings }
    },
  }
}

function both(first: Log, second: Log): Log {
  const write =
    (level: keyof Log): Log['info'] =>
    (fields, message) => {
      first[level](fields, message)
      second[level](fields, message)
    }
  return everyLevel(write)
}

function labelled(log: Log, label: Readonly<Record<string, string>>): Log {
  const write =
    (level: keyof Log): Log['info'] =>
    (fields, message) =>
      log[level]({ ...fields, ...label }, message)
  return everyLevel(write)
}

const everyLevel = (write: (level: keyof Log) => Log['info']): Log => ({
  debug: write('debug'),
  info: write('info'),
  warn: write('warn'),
  error: write('error'),
})

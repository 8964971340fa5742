import { postgresSettings, type PostgresSettings } from '@stoa/contract/platform/postgres-settings'
import { AppError } from '../../lib/errors.ts'
import { readFileIn, writeFileIn } from '../../lib/untrusted-folder/files.ts'
import { PROJECT_SETTINGS_FILE } from '../../postgres/clusters/settings.ts'
import type { Latest } from '../../project/latest-values.ts'
import type { Settings } from '../../project/settings.ts'
import type { ConfState } from './conf-state.ts'
import type { ProjectData } from './prepare-data.ts'

/**
 * The file with the settings of a project's compute size, and then those that its members have
 * changed, which replace them.
 */
export type ProjectConf = {
  /**
   * Starts a cluster with the current settings. If it does not start with them, it starts with the
   * defaults: wrong settings never keep a project down.
   */
  start(startCluster: () => Promise<void>): Promise<void>
  /** Writes the current settings for a running cluster. Resolves with whether the file changed. */
  write(): Promise<boolean>
  state(): ConfState
}

export function createProjectConf(
  { dataDir, account }: Pick<ProjectData, 'dataDir' | 'account'>,
  settings: Latest<Settings>,
  ofSize: Readonly<Record<string, string>>,
): ProjectConf {
  const base = Object.entries(ofSize)
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join('')
  const current = () => settings.value.of(postgresSettings)
  let state: ConfState = { startedWith: postgresSettings.defaults, failure: null }
  let last: Promise<unknown> = Promise.resolve()

  async function replace(content: string): Promise<boolean> {
    const before = await readFileIn(dataDir, PROJECT_SETTINGS_FILE, { maxBytes: MAX_BYTES })
    if ((before?.content.toString() ?? '') === content) return false
    await writeFileIn(dataDir, PROJECT_SETTINGS_FILE, { content, mode: 0o600, owner: account })
    return true
  }

  /** One write after the other, each with the settings of its own time. */
  function write(): Promise<boolean> {
    const mine = last.then(() => replace(base + renderConf(current())))
    last = mine.catch(() => {})
    return mine
  }

  return {
    async start(startCluster) {
      const values = current()
      await write()
      try {
        await startCluster()
        state = { startedWith: values, failure: null }
      } catch (error) {
        if (renderConf(values) === '' || !isCausedBySettings(error)) throw error
        await replace(base)
        await startCluster()
        state = { startedWith: postgresSettings.defaults, failure: reasonOf(error) }
      }
    },
    write,
    state: () => state,
  }
}

const MAX_BYTES = 64 * 1024
const MAX_REASON_CHARACTERS = 500

/** The values were checked when they were stored and again when they were read. */
export const renderConf = (values: PostgresSettings): string =>
  Object.entries(values)
    .map(([name, value]) => (value === null ? '' : `${name} = ${write(value)}\n`))
    .join('')

function write(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'string' ? `'${value}'` : String(value)
}

/** Other failures, such as a full disk, have a code of their own. */
const isCausedBySettings = (error: unknown): error is AppError =>
  error instanceof AppError &&
  (error.code === 'postgres_start_failed' || error.code === 'memory_full')

const reasonOf = ({ message, details }: AppError): string =>
  typeof details === 'string' && details !== '' ? details.slice(-MAX_REASON_CHARACTERS) : message

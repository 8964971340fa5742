import {
  MASKED_SECRET,
  type SettingsChange,
  type SettingsSection,
} from '@stoa/contract/settings-section'
import { projectNotFound } from '../../project/refusals.ts'
import { createLatestValues, type Latest } from '../../project/latest-values.ts'
import {
  createSettings,
  readSection,
  type Settings,
  type StoredSettings,
} from '../../project/settings.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { ServiceSession, Session } from '../../postgres/database.ts'
import type { Within } from '../../postgres/within.ts'
import { openSecrets, resealSecrets, sealSecrets } from './settings-secrets.ts'
import { findSettings, lockSettings, saveSettings, type SettingsRow } from './queries.ts'

/** The projects' settings, stored in the control-plane database and cached for running projects. */
export type SettingsStore = {
  /** Rejects with 404 `project_not_found`. */
  read(ref: string): Promise<Settings>
  /** Reads the settings of a project that starts. They follow every change, until `forget`. */
  open(ref: string): Promise<Latest<Settings>>
  forget(ref: string): void
  /** Gives a new project the settings of another one, as they are now. */
  copy(tx: Session, from: string, to: string): Promise<void>
  /**
   * Changes the given fields of one section, in one transaction with `within`, and returns the
   * whole section. When the call resolves, a running project uses the new values. Rejects with 404
   * `project_not_found`.
   */
  change<Values extends object>(
    ref: string,
    section: SettingsSection<Values>,
    change: SettingsChange<Values>,
    within?: Within,
  ): Promise<Values>
}

/** @param secrets encrypts the sections' secret fields. */
export function createSettingsStore(
  session: () => ServiceSession,
  secrets: SecretBox,
): SettingsStore {
  const latest = createLatestValues<Settings>()

  const remember = (ref: string, { settings_version: version, settings: stored }: SettingsRow) =>
    latest.update(ref, version, createSettings(openSecrets(secrets, ref, stored)))

  async function find(ref: string): Promise<SettingsRow> {
    const row = await findSettings(session(), ref)
    if (!row) throw projectNotFound()
    return row
  }

  return {
    read: async (ref) => createSettings(openSecrets(secrets, ref, (await find(ref)).settings)),
    async open(ref) {
      // From here on every change is kept, so none is missed during the start.
      latest.follow(ref)
      return remember(ref, await find(ref))
    },
    forget: latest.forget,
    async copy(tx, from, to) {
      const row = await findSettings(tx, from)
      if (!row) return
      const settings = resealSecrets(secrets, { from, to }, row.settings)
      await saveSettings(tx, to, { settings, settings_version: row.settings_version })
    },
    async change(ref, section, change, within) {
      const changed = await session().transaction(async (tx) => {
        const row = await lockSettings(tx, ref)
        if (!row) throw projectNotFound()
        const stored = openSecrets(secrets, ref, row.settings)[section.name]
        const after = { ...readSection(section, stored), ...given(change) }
        const sealed = sealSecrets(secrets, ref, section, after)
        const settings: StoredSettings = { ...row.settings, [section.name]: sealed }
        const settings_version = row.settings_version + 1
        await saveSettings(tx, ref, { settings, settings_version })
        await within?.(tx)
        return { after, row: { settings, settings_version } }
      })
      remember(ref, changed.row)
      return changed.after
    },
  }
}

/** Drops undefined fields and masked secrets, so that they leave the stored values unchanged. */
const given = (change: object) =>
  Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined && value !== MASKED_SECRET),
  )
